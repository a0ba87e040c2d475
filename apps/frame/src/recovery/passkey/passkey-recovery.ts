import { wipe } from '@sallyport/crypto'
import { base64urlToBytes, bytesToBase64url } from '../../base64.js'
import { FrameError, internalFailure } from '../../frame-error.js'
import { derive } from '../derive.js'
import { PasskeyError } from './passkey-error.js'
import type { NamedPasskey, UsedPasskey } from './use-passkey.js'

interface Request {
  webCrypto: Crypto
  walletId: string
  /** Only a page that users see has one. */
  passkey: UsedPasskey | undefined
}

/** The secret of a passkey, which the caller wipes, and what it is found by. */
interface FoundSecret {
  method: 'passkey'
  secret: Uint8Array
  locator: string
}

const checkBytes = 16

/**
 * The recovery secret that a passkey, made and used on this page, gives for a wallet.
 *
 * @throws FrameError `not_supported` where no passkey was used: a page of the app can't use those of the wallet's origin.
 */
export async function createFromPasskey(request: Request): Promise<FoundSecret> {
  const passkey = requirePasskey(request)
  const { secret, check } = await secretOf(request, passkey)
  const { credentialId, salt } = passkey
  return { method: 'passkey', secret, locator: writeLocator({ credentialId, salt, check }) }
}

/**
 * The secret of the wallet's passkey. Whether it is that one is checked here: the vault, which counts wrong secrets, is not asked.
 *
 * @throws PasskeyError `other`; FrameError `not_supported` where no passkey was used.
 */
export async function openFromPasskey(
  request: Request & { locator: string | undefined },
): Promise<FoundSecret> {
  const passkey = requirePasskey(request)
  const { locator = '' } = request
  const expected = readLocator(locator)
  if (!expected) throw internalFailure()
  const { secret, check } = await secretOf(request, passkey)
  const isSame =
    check.length === expected.check.length && check.every((b, i) => b === expected.check[i])
  if (isSame) return { method: 'passkey', secret, locator }
  wipe(secret)
  throw new PasskeyError('other')
}

function requirePasskey({ passkey }: Request): UsedPasskey {
  if (passkey) return passkey
  throw new FrameError('not_supported', 'A passkey is used on the page of the wallet’s own origin')
}

/** Bound to the wallet, which one user has; the recovery share is bound to app, user, wallet and device besides. */
async function secretOf({ webCrypto, walletId: salt }: Request, { output }: UsedPasskey) {
  const of = (info: string) => derive(webCrypto, { secret: output, salt, info })
  return {
    secret: await of('sallyport passkey recovery secret v1'),
    check: (await of('sallyport passkey check v1')).slice(0, checkBytes),
  }
}

interface Located extends NamedPasskey {
  /** Tells whether a secret is the wallet's. It is made of 32 bytes that can't be guessed, so it says nothing about them. */
  check: Uint8Array
}

/** `prf$<credential id>$<salt>$<check>`: what the server keeps of a passkey. */
function writeLocator({ credentialId, salt, check }: Located): string {
  return ['prf', ...[credentialId, salt, check].map(bytesToBase64url)].join('$')
}

/** The passkey that a wallet is restored with; undefined for a text that names none. */
export function readLocator(locator: string): Located | undefined {
  const [, id, salt, check] = /^prf\$([\w-]{1,700})\$([\w-]{43})\$([\w-]{22})$/.exec(locator) ?? []
  if (!id || !salt || !check) return undefined
  return {
    credentialId: base64urlToBytes(id),
    salt: base64urlToBytes(salt),
    check: base64urlToBytes(check),
  }
}
