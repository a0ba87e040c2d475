import {
  ApiError,
  accountProofMessage,
  type ChainType,
  type EmbeddedChain,
  embeddedChains,
  embeddedWalletClientType,
  isEmbeddedChain,
} from '@sallyport/contract'
import type { ChainCrypto } from '@sallyport/crypto'
import { segwit, taproot } from '@sallyport/crypto/chains/bitcoin'
import { checksumAddress, ethereum } from '@sallyport/crypto/chains/ethereum'
import { solana } from '@sallyport/crypto/chains/solana'
import { delegatedWalletId } from '@sallyport/protocols/delegated-wallet-id'
import { authenticRows } from '../../authority/authentic-rows.js'
import type { HashKey } from '../../authority/keyed-hash.js'
import { rowMac } from '../../authority/row-mac.js'
import type { GivenDelegation } from '../../db/delegations.js'
import type { LinkedWallet, RootAccount, RootRecord } from '../../db/wallet-roots.js'
import { bindingOf, type Owner } from './owner.js'
import { readBytes } from './read-bytes.js'

/** An address a frame claims, with its key's signature (contract: `account`). */
interface ClaimedAccount {
  chain_type: ChainType
  wallet_index: number
  address: string
  public_key?: string | undefined
  proof: string
}

/** How proofs of each chain are checked, and the one spelling in which its addresses are stored and shown. */
const chains = {
  ethereum: { crypto: ethereum, spell: checksumAddress },
  solana: { crypto: solana, spell: (address) => address },
  // Their proofs take one spelling only.
  'bitcoin-segwit': { crypto: segwit, spell: (address) => address },
  'bitcoin-taproot': { crypto: taproot, spell: (address) => address },
} as const satisfies Record<
  EmbeddedChain,
  { crypto: ChainCrypto; spell: (address: string) => string }
>

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

/** Whether the key of `account` signed `message`. */
export function isSignedBy(
  account: RootAccount,
  { message, signature }: { message: string; signature: Uint8Array },
): boolean {
  const { chain_type: chainType, address, public_key: publicKey } = account
  const proof = { address, publicKey: publicKey ?? undefined, message, signature }
  return chains[chainType].crypto.verifyProof(proof)
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
  const { crypto, spell } = chains[chainType]
  const signature = readBytes(account.proof, 'account proof')
  const proof = { address, publicKey: account.public_key, message, signature }
  if (!crypto.verifyProof(proof)) throw invalid('Invalid account proof')
  return {
    chain_type: chainType,
    wallet_index: walletIndex,
    address: spell(address),
    public_key: account.public_key ?? null,
  }
}

/** The address as it goes on the user: what makes it unique in the app, and what the wire shows of it. */
export function toLinkedWallet(
  account: RootAccount,
  {
    root: { imported, recovery_method },
    owner,
    hashKey,
    delegated = [],
  }: {
    root: Pick<RootRecord, 'imported' | 'recovery_method'>
    owner: Owner
    hashKey: HashKey
    /** The addresses by which the app's back end may act. */
    delegated?: readonly GivenDelegation[]
  },
): LinkedWallet {
  const { caip2 } = embeddedChains[account.chain_type]
  const given = delegated.find(
    (each) => each.chain_type === account.chain_type && each.address === account.address,
  )
  const data = {
    // Back ends name the wallet by it.
    id: given === undefined ? null : delegatedWalletId(given.consent_id),
    address: account.address,
    chain_id: caip2,
    chain_type: account.chain_type,
    wallet_client: embeddedWalletClientType,
    wallet_client_type: embeddedWalletClientType,
    connector_type: 'embedded',
    imported,
    delegated: given !== undefined,
    wallet_index: account.wallet_index,
    recovery_method,
    ...publicKeyOf(account),
  }
  const key = walletKey(account)
  const { appId: app_id, userId: user_id } = owner
  const row = { app_id, user_id, type: 'wallet', key, data, credential: null }
  return { key, data, mac: rowMac(hashKey, authenticRows.linkedAccount, row) }
}

/** What makes an address unique among the accounts of an app. */
export function walletKey({ chain_type: chainType, address }: RootAccount): string {
  return `${chainType}:${embeddedChains[chainType].addressKey(address)}`
}

/** The `public_key` of the linked account: every chain but Ethereum has one (specification §3). */
function publicKeyOf(account: RootAccount): { public_key?: string } {
  if (account.public_key !== null) return { public_key: account.public_key }
  const { isAddressPublicKey } = embeddedChains[account.chain_type]
  return isAddressPublicKey ? { public_key: account.address } : {}
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_data', { message })
}
