import { pageApi } from '@sallyport/contract'
import { fromHex, toHex } from '../bytes.js'
import type { SallyportClient } from '../client.js'
import { ClientError } from '../errors.js'
import { call } from '../http.js'
import { proveFactor } from '../mfa/prove-factor.js'
import { embeddedWallets } from '../wallet/accounts.js'
import { askFrame } from '../wallet/ask-frame.js'
import { connectRoot } from '../wallet/connect.js'
import { rootOf } from '../wallet/entropy.js'

/** A key by which the app posts for the user's Farcaster account; the wallet frame holds it. */
export interface FarcasterSigner {
  /** 0x and 64 hex digits. */
  publicKey: string
  /** `revoked`: the user refused the key, or removed it at Farcaster. */
  status: 'pending_approval' | 'approved' | 'revoked'
  /** Opens the request in the Farcaster app, while it is pending; null in answers to `readSigner`. */
  approvalUrl: string | null
}

/**
 * Asks the user's Farcaster app to approve the key of their embedded wallet. A key that was asked for is answered as it
 * stands.
 *
 * @throws ClientError `must_be_authenticated`, `embedded_wallet_not_found`, `not_supported` without a Farcaster account;
 *   FrameError `error` with what the app lacks.
 */
export async function requestSigner(client: SallyportClient): Promise<FarcasterSigner> {
  requireFid(client)
  const where = await openWallet(client)
  const answer = await askFrame(client, 'privy:farcaster:init-signer', where)
  if (answer.status === 'approved') await client.session.refresh()
  return fromAnswer(answer)
}

/** What became of a key. @throws ApiError `invalid_data` when it was not approved in time. */
export async function readSigner(
  client: SallyportClient,
  publicKey: string,
): Promise<FarcasterSigner> {
  const body = { ed25519_public_key: publicKey }
  return fromAnswer(await call(client, pageApi.farcasterSigner.status, { body }))
}

/** How often an answer is looked for: the user is in another app, which takes some seconds. */
const everyMs = 1_500

/**
 * Waits for the user's answer, and refreshes the user once the key is approved.
 *
 * @returns null when `signal` was aborted.
 * @throws what `readSigner` throws, except when the server cannot be reached: then it asks again.
 */
export async function awaitSigner(
  client: SallyportClient,
  { publicKey, signal }: { publicKey: string; signal: AbortSignal },
): Promise<FarcasterSigner | null> {
  while (!signal.aborted) {
    const signer = await readSigner(client, publicKey).catch(ignorePassing)
    if (signer?.status === 'approved') await client.session.refresh()
    if (signer !== null && signer.status !== 'pending_approval') {
      return signal.aborted ? null : signer
    }
    await client.environment.clock.wait(everyMs)
  }
  return null
}

/** The user's approved key. @throws ClientError `not_supported` when there is none. */
export function approvedKey({ state }: Pick<SallyportClient, 'state'>): Uint8Array {
  const account = state.user?.linkedAccounts.find(({ type }) => type === 'farcaster')
  const key = account?.signerPublicKey
  if (typeof key === 'string') return fromHex(key)
  throw new ClientError('not_supported', { message: 'The user has approved no Farcaster signer' })
}

/**
 * Signs the hash of a message of Farcaster (20 bytes, BLAKE3) with the approved key; no screen is shown.
 *
 * @throws ClientError `must_be_authenticated`, `embedded_wallet_not_found`, `not_supported` without an approved key.
 */
export async function signHash(client: SallyportClient, hash: Uint8Array): Promise<Uint8Array> {
  const fid = requireFid(client)
  approvedKey(client)
  const where = await openWallet(client)
  const payload = { hash: toHex(hash) }
  const data = { ...where, payload, fid: BigInt(fid) }
  const { signature } = await askFrame(client, 'privy:farcaster:sign', data)
  return fromHex(signature)
}

function requireFid({ state }: SallyportClient): number {
  if (state.user === null) throw new ClientError('must_be_authenticated')
  const account = state.user.linkedAccounts.find(({ type }) => type === 'farcaster')
  if (typeof account?.fid === 'number') return account.fid
  throw new ClientError('not_supported', { message: 'The user has no Farcaster account' })
}

/** Opens the wallet that the key belongs to: the root of the user's own wallets. */
async function openWallet(client: SallyportClient) {
  const wallets = embeddedWallets(client)
  const address = rootOf(wallets)?.entropyId
  const wallet = wallets.find((each) => each.address === address)
  if (wallet === undefined) throw new ClientError('embedded_wallet_not_found')
  // Frames may not ask for a factor inside these operations, which need one as any other of the wallet.
  if (client.state.user?.mfaMethods.length) await proveFactor(client, 'sign')
  await connectRoot(client, wallet)
  return { address: wallet.address, hdWalletIndex: 0 }
}

/** A network that is away for a moment must not end the wait. */
function ignorePassing(error: unknown): null {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'offline' || code === 'client_request_timeout' || code === 'internal_error')
    return null
  throw error
}

function fromAnswer(answer: {
  public_key: string
  status: FarcasterSigner['status']
  signer_approval_url?: string | null | undefined
}): FarcasterSigner {
  const { public_key: publicKey, status, signer_approval_url: url = null } = answer
  return { publicKey, status, approvalUrl: url }
}
