import { wipe } from '@sallyport/crypto'
import { base64urlToBytes, bytesToBase64url } from '../../base64.js'
import { internalFailure } from '../../frame-error.js'
import { derive } from '../derive.js'
import type { RecoveryInput, RecoveryStrategy } from '../strategies.js'
import { PasskeyError } from './passkey-error.js'
import type { NamedPasskey, UsedPasskey } from './use-passkey.js'

const checkBytes = 16

/**
 * Recovery by a passkey that was used on this page. Whether it is the wallet's is checked here: the vault, which counts wrong secrets, is
 * not asked. `open` throws PasskeyError `other` for another one.
 */
export function byPasskey(passkey: UsedPasskey): RecoveryStrategy {
  return {
    secrets: [],
    create: async (input) => {
      const { secret, check } = await secretOf(input, passkey)
      return { method: 'passkey', secret, locator: writeLocator({ ...passkey, check }) }
    },
    open: async (input) => {
      const locator = input.locator ?? ''
      const expected = readLocator(locator)
      if (!expected) throw internalFailure()
      const { secret, check } = await secretOf(input, passkey)
      if (isSame(check, expected.check)) return { method: 'passkey', secret, locator }
      wipe(secret)
      throw new PasskeyError('other')
    },
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}

/** Bound to the wallet, which one user has; the recovery share is bound to app, user, wallet and device besides. */
async function secretOf(
  { webCrypto, walletId: salt }: Pick<RecoveryInput, 'webCrypto' | 'walletId'>,
  { output }: UsedPasskey,
) {
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
