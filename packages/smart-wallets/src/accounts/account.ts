import type { Chain, Client, Hex, LocalAccount, Transport } from 'viem'
import type { SmartAccount, UserOperation } from 'viem/account-abstraction'

/** A user operation of entry point 0.6 whose hash the owner signs. */
export interface OwnerOperation {
  userOperation: UserOperation<'0.6'>
  entryPoint: `0x${string}`
  chainId: number
}

/** What every kind of account is made of. */
export interface AccountInput {
  client: Client<Transport, Chain, undefined>
  /** Signs messages and typed data. */
  owner: LocalAccount
  /**
   * Signs the hash of an operation, without the prefix of messages. Asked by `coinbase_smart_wallet` only, whose contract checks
   * the bare hash; without it the owner's `sign` is used, which embedded wallets refuse for pages.
   */
  signOperation?: ((operation: OwnerOperation) => Promise<Hex>) | undefined
  /** The version of the contracts; by default the newest that is supported. */
  version?: string | undefined
}

/** Makes the account of one type (specification §2): its address, its signatures and its operations. */
export type ToAccount = (input: AccountInput) => Promise<SmartAccount>
