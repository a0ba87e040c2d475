import type { EmbeddedChain } from '@sallyport/contract'
import {
  ClientError,
  ethereum,
  type RequestUiOptions,
  type SallyportClient,
  type WalletAccount,
  wallet,
} from '@sallyport/core'
import { owesRecovery } from './flow/after-login.js'
import type { FundWalletOptions } from './funding-calls.js'
import type { Kit } from './kit.js'

/** Options of one request (react-api §4). */
export interface RequestOptions {
  uiOptions?: RequestUiOptions
  /** Default: the user's first embedded wallet. */
  address?: string
}

/** Options of one transaction that is sent. */
export interface SendOptions extends RequestOptions {
  /** How money is added where the wallet holds too little; also where the app has not set up funding. */
  fundWalletConfig?: FundWalletOptions
}

/** Which wallet to create; default: the user's first of the chain. */
export interface CreateWalletOptions {
  /** One more from the same root, at the next free index; the first one for a user who has none. */
  createAdditional?: boolean
  /** One more from the same root, at this index. */
  walletIndex?: number
}

/**
 * Creates an embedded wallet of one chain. Where the app demands a recovery of the user's own, the user chooses it on screen first.
 * Throws as `wallet.create`, and RpcError 4001 when the user closes the screen.
 */
export async function createWallet(
  kit: Pick<Kit, 'client' | 'modal' | 'rules'>,
  chainType: EmbeddedChain,
  given?: CreateWalletOptions,
): Promise<WalletAccount> {
  const { client } = kit
  const { user } = client.state
  if (user && owesRecovery(user, kit.rules())) {
    const { createOnScreen } = await import('./recovery-calls.js')
    return createOnScreen(kit, chainType)
  }
  return wallet.create(client, chainType, createOptions(given))
}

/** The known options of `given`, which may be the event when `createWallet` is used as an event handler. */
function createOptions(given: CreateWalletOptions = {}): CreateWalletOptions {
  const { createAdditional, walletIndex } = given
  return {
    ...(createAdditional === undefined ? {} : { createAdditional }),
    ...(walletIndex === undefined ? {} : { walletIndex }),
  }
}

/** A number, as hex or decimal text, number or bigint. */
type Quantity = string | number | bigint

/** An Ethereum transaction; missing fields are filled in. */
export interface TransactionRequest {
  to?: string
  from?: string
  nonce?: Quantity
  gasLimit?: Quantity
  gasPrice?: Quantity
  data?: string
  value?: Quantity
  chainId?: number
  type?: number
  accessList?: unknown
  /** What contracts get control of which accounts (EIP-7702); only where the app allows it. */
  authorizationList?: readonly ethereum.SignedAuthorization[]
  maxFeePerGas?: Quantity
  maxPriorityFeePerGas?: Quantity
}

/** EIP-712 data. */
export interface TypedDataRequest {
  domain: Record<string, unknown>
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  message: Record<string, unknown>
}

/**
 * Signs `message` (EIP-191).
 *
 * @throws RpcError 4001 when the user declines; ClientError `must_be_authenticated`, `embedded_wallet_not_found`.
 */
export async function signMessage(
  client: SallyportClient,
  job: { message: string } & RequestOptions,
): Promise<{ signature: string }> {
  const provider = providerOf(client, job.address)
  const params = [hexOf(job.message), provider.address]
  return { signature: await ask(provider, { method: 'personal_sign', params }, job) }
}

/** Signs typed data (EIP-712). Throws as `signMessage`. */
export async function signTypedData(
  client: SallyportClient,
  job: { typedData: TypedDataRequest } & RequestOptions,
): Promise<{ signature: string }> {
  const provider = providerOf(client, job.address)
  const params = [provider.address, job.typedData]
  return { signature: await ask(provider, { method: 'eth_signTypedData_v4', params }, job) }
}

/** A contract that is to act for the wallet (EIP-7702). */
export interface AuthorizationRequest {
  contractAddress: `0x${string}`
  /** The wallet's chain when left out. */
  chainId?: number
  /** The wallet's next nonce when left out. */
  nonce?: number
  /** Who sends the transaction with the authorization. If the wallet itself does, its nonce is one higher by then. */
  executor?: 'self' | `0x${string}`
}

/**
 * Signs an authorization that gives a contract control of the wallet; the answer fits viem's `authorizationList`. Throws as
 * `signMessage`, and FrameError `not_supported` when the app does not allow it.
 */
export async function signAuthorization(
  client: SallyportClient,
  job: { authorization: AuthorizationRequest } & RequestOptions,
): Promise<ethereum.SignedAuthorization> {
  const provider = providerOf(client, job.address)
  const { contractAddress: contract, ...given } = job.authorization
  const call = { method: 'eth_sign7702Authorization', params: [{ contract, ...given }] }
  // What the provider gives for this method.
  return (await provider.request(call, job.uiOptions ?? {})) as ethereum.SignedAuthorization
}

/** Signs a transaction without sending it. Throws as `signMessage`. */
export async function signTransaction(
  client: SallyportClient,
  job: { transaction: TransactionRequest } & RequestOptions,
): Promise<{ signature: string }> {
  const provider = providerOf(client, job.address)
  const params = [job.transaction]
  return { signature: await ask(provider, { method: 'eth_signTransaction', params }, job) }
}

/** Signs and broadcasts; resolves with the hash once the network has accepted it. Throws as `signMessage`. */
export async function sendTransaction(
  client: SallyportClient,
  job: { transaction: TransactionRequest } & SendOptions,
): Promise<{ hash: string }> {
  const provider = providerOf(client, job.address)
  const params = [job.transaction]
  const { uiOptions, fundWalletConfig } = job
  const ui = { ...uiOptions, ...(fundWalletConfig && { fundWalletConfig }) }
  return { hash: await ask(provider, { method: 'eth_sendTransaction', params }, { uiOptions: ui }) }
}

type Provider = ReturnType<typeof ethereum.getProvider>

function providerOf(client: SallyportClient, address: string | undefined): Provider {
  if (!client.state.user) throw new ClientError('must_be_authenticated')
  const wallets = wallet.list(client, 'ethereum')
  const chosen =
    address === undefined
      ? (wallet.primaryOf(wallets, 'ethereum') ?? wallets[0])
      : wallets.find((each) => wallet.isSameAddress(each.address, address))
  if (!chosen) throw new ClientError('embedded_wallet_not_found')
  return ethereum.getProvider(client, chosen.address)
}

async function ask(
  provider: Provider,
  call: { method: string; params: unknown[] },
  { uiOptions = {} }: { uiOptions?: RequestUiOptions },
): Promise<string> {
  const answer = await provider.request(call, uiOptions)
  if (typeof answer !== 'string') throw new ClientError('unknown_embedded_wallet_error')
  return answer
}

/** The UTF-8 bytes of a text as hex. A hex text is returned unchanged, as `personal_sign` expects. */
function hexOf(message: string): string {
  if (/^0x([0-9a-f]{2})*$/i.test(message)) return message
  const bytes = new TextEncoder().encode(message)
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
