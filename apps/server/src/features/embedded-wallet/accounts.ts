import {
  ApiError,
  accountProofMessage,
  automaticRecoveryMethod,
  type ChainType,
  embeddedWalletClientType,
} from '@sallyport/contract'
import { chains, fromBase64url } from '@sallyport/crypto'
import { bindingOf, type Owner } from './owner.js'

/** An address of a root, as it is stored. */
export interface RootAccount {
  chain_type: EmbeddedChain
  wallet_index: number
  /** In the chain's canonical form. */
  address: string
  public_key: string | null
}

/** An address a frame claims, with its key's signature (contract: `account`). */
export interface ClaimedAccount {
  chain_type: ChainType
  wallet_index: number
  address: string
  public_key?: string | undefined
  proof: string
}

/** The chains embedded wallets are made for, with the chain id shown on the user (CAIP-2). */
const chainIds = {
  ethereum: 'eip155:1',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
} as const satisfies Partial<Record<ChainType, string>>
/** A chain of `chainIds`. */
export type EmbeddedChain = keyof typeof chainIds

/**
 * The claimed accounts, each proven by a signature of its own key over `accountProofMessage`.
 *
 * @throws ApiError `invalid_data` for another chain, a wrong proof, or one place claimed twice.
 */
export function proveAccounts(
  claimed: readonly ClaimedAccount[],
  root: { owner: Owner; walletId: string },
): RootAccount[] {
  const places = new Set(claimed.map((account) => `${account.chain_type}/${account.wallet_index}`))
  if (places.size !== claimed.length) throw invalid('An account is given twice')
  return claimed.map((account) => proveAccount(account, root))
}

function proveAccount(
  account: ClaimedAccount,
  { owner, walletId }: { owner: Owner; walletId: string },
): RootAccount {
  const { chain_type: chainType, wallet_index: walletIndex, address } = account
  if (!isEmbeddedChain(chainType)) throw invalid('This chain is not supported')
  const message = accountProofMessage({
    ...bindingOf(owner, walletId),
    chainType,
    walletIndex,
    address,
  })
  if (!holds({ chainType, address, message, proof: account.proof })) {
    throw invalid('Invalid account proof')
  }
  return {
    chain_type: chainType,
    wallet_index: walletIndex,
    address,
    public_key: account.public_key ?? null,
  }
}

/** What the user's linked account of type `wallet` says about an address, without type and times. */
export function linkedWalletData(
  account: RootAccount,
  { imported }: { imported: boolean },
): Record<string, unknown> {
  return {
    id: null,
    address: account.address,
    chain_id: chainIds[account.chain_type],
    chain_type: account.chain_type,
    wallet_client: embeddedWalletClientType,
    wallet_client_type: embeddedWalletClientType,
    connector_type: 'embedded',
    imported,
    delegated: false,
    wallet_index: account.wallet_index,
    recovery_method: automaticRecoveryMethod,
    ...(account.public_key === null ? {} : { public_key: account.public_key }),
  }
}

/** What makes a wallet's linked account unique in an app; hexadecimal addresses differ in case only by checksum. */
export function linkedWalletKey(account: Pick<RootAccount, 'chain_type' | 'address'>): string {
  const { chain_type: chainType, address } = account
  return `${chainType}:${chainType === 'ethereum' ? address.toLowerCase() : address}`
}

function isEmbeddedChain(chainType: ChainType): chainType is EmbeddedChain {
  return Object.hasOwn(chainIds, chainType)
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_data', { message })
}
