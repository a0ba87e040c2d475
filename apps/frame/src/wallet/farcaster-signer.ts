import { type ErrorCode, type FarcasterSigner, farcasterSigners } from '@sallyport/contract'
import { publicKeyOf, signMessage } from '@sallyport/crypto/chains/solana'
import { CallFailure } from '../api/call-route.js'
import type { DeviceRecord } from '../device/device-record.js'
import { FrameError, invalidArguments } from '../frame-error.js'
import type { Caller, WalletContext } from './context.js'
import { unlock } from './unlock.js'

/** Whose key, on this device. */
interface SignerOf {
  caller: Caller
  record: DeviceRecord
  walletIndex: number
}

/** Hashes of Farcaster's messages are 20 bytes. */
const hashPattern = /^0x[0-9a-f]{40}$/i

/** Why the server did not ask, in words for the app's developer. */
const refusals: Partial<Record<ErrorCode, string>> = {
  linked_account_not_found: 'The user has no Farcaster account',
  not_supported: 'The app has no Farcaster account',
  disallowed_login_method: 'Farcaster is not enabled for the app',
}

/**
 * Asks the user's Farcaster app to approve the key; one that was asked for is answered as it stands.
 *
 * @throws FrameError `error` with the reason when the server refuses.
 */
export async function requestSigner(
  context: WalletContext,
  signer: SignerOf,
): Promise<FarcasterSigner> {
  const publicKey = await withKey(context, signer, publicKeyOf)
  const body = { ed25519_public_key: toHex(publicKey) }
  try {
    return await context.call(farcasterSigners.init, { body }, signer.caller.accessToken)
  } catch (error) {
    const text = error instanceof CallFailure && error.code ? refusals[error.code] : undefined
    throw text === undefined ? error : new FrameError('error', text)
  }
}

/** Signs the hash of a message of Farcaster, as hex. @throws FrameError `invalid_request_arguments` */
export async function signHash(
  context: WalletContext,
  { hash, ...signer }: SignerOf & { hash: string },
): Promise<string> {
  if (!hashPattern.test(hash)) throw invalidArguments('hash must be 0x and 40 hex digits')
  const bytes = Uint8Array.from(hash.slice(2).match(/../g) ?? [], (pair) =>
    Number.parseInt(pair, 16),
  )
  return toHex(await withKey(context, signer, (key) => signMessage(key, bytes)))
}

async function withKey<T>(
  context: WalletContext,
  { caller, record, walletIndex }: SignerOf,
  use: (privateKey: Uint8Array) => T,
): Promise<T> {
  const { confirmingChain: chainType } = record
  return unlock(context, { caller, record, chainType }, async (root) =>
    use(await root.farcasterKey(walletIndex)),
  )
}

function toHex(bytes: Uint8Array): string {
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
