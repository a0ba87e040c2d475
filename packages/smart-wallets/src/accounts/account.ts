import type { Chain, Client, Hex, LocalAccount, Transport } from 'viem'
import type { PackedUserOperation, SmartAccount, UserOperation } from 'viem/account-abstraction'

/** An operation that the owner signs, instead of a hash that says nothing. */
export interface OwnerOperation {
  /** Of entry point 0.6, or packed as entry point 0.7 takes it; without its signature. */
  userOperation: UserOperation<'0.6'> | PackedUserOperation
  entryPoint: `0x${string}`
  chainId: number
  /** How the account's contract checks the signature: of the bare hash, or of the hash as a message (EIP-191). */
  form: 'bare' | 'message'
}

/** What every kind of account is made of. */
export interface AccountInput {
  client: Client<Transport, Chain, undefined>
  /** Signs messages and typed data. */
  owner: LocalAccount
  /**
   * Signs operations, so that the owner can show what they do. Safes do not ask it: they sign operations as typed data. Without it
   * the owner signs hashes, which embedded wallets show as such, or refuse (`coinbase_smart_wallet`).
   */
  signOperation?: ((operation: OwnerOperation) => Promise<Hex>) | undefined
  /** The version of the contracts; by default the newest that is supported. */
  version?: string | undefined
}

/** Makes the account of one type (specification §2): its address, its signatures and its operations. */
export type ToAccount = (input: AccountInput) => Promise<SmartAccount>
