import type { webcrypto } from 'node:crypto'
import { ApiError, userIdPrefix } from '@sallyport/contract'
import { errors, importSPKI, jwtVerify } from 'jose'
import type { PresentedSession } from '../db/open-session.js'
import type { Deps } from '../deps.js'
import { fromVaultError, type Vault } from '../ports/vault.js'

/** The vault's key stays the same while it runs. */
const keys = new WeakMap<Vault, Promise<webcrypto.CryptoKey>>()

/**
 * Checks the vault's statement that a session has proven a factor. The vault checks it again before it releases anything.
 *
 * @throws ApiError `expired_or_invalid_mfa_token`, `internal_error` (503) when the vault gives no answer.
 */
export async function checkMfaToken(
  { vault }: Pick<Deps, 'vault'>,
  token: string,
  session: PresentedSession,
): Promise<void> {
  const { payload } = await jwtVerify(token, await vaultKey(vault), {
    algorithms: ['ES256'],
    issuer: 'sallyport-vault',
    audience: session.appId,
    subject: userIdPrefix + session.userId,
    typ: 'mfa+jwt',
    currentDate: new Date(session.nowMs),
    requiredClaims: ['exp', 'sid'],
  }).catch((cause: unknown) => {
    if (!(cause instanceof errors.JOSEError)) throw cause
    throw new ApiError('expired_or_invalid_mfa_token', { cause })
  })
  if (payload.sid !== session.sessionId) throw new ApiError('expired_or_invalid_mfa_token')
}

function vaultKey(vault: Vault): Promise<webcrypto.CryptoKey> {
  const known = keys.get(vault)
  if (known) return known
  const reading = readVaultKey(vault)
  keys.set(vault, reading)
  reading.catch(() => keys.delete(vault))
  return reading
}

async function readVaultKey(vault: Vault): Promise<webcrypto.CryptoKey> {
  try {
    const { publicKey } = await vault.call('factorKey', {})
    return await importSPKI(publicKey, 'ES256')
  } catch (error) {
    throw fromVaultError(error)
  }
}
