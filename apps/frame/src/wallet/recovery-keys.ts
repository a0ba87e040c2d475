import { deriveKey, randomBytes, wipe } from '@sallyport/crypto'
import type { RecoveryMeans } from '../recovery/strategies.js'

/** Length of the vault's half of a recovery key. */
export const recoveryKeyBytes = 32

/** A new recovery key of a generation. The caller wipes both. */
interface NewKeyParts {
  /** For the vault: its half, and the hash of the proof that it releases it for, where the user owns the recovery. */
  vaultKey: Uint8Array
  /** Encrypts the recovery share. */
  shareKey: Uint8Array
}

/** Draws a recovery key. */
export async function newRecoveryKey(
  webCrypto: Crypto,
  { means, walletId }: { means: RecoveryMeans; walletId: string },
): Promise<NewKeyParts> {
  const half = randomBytes(webCrypto, recoveryKeyBytes)
  const shareKey = shareKeyOf(half, { means, walletId })
  const proof = proofOf({ means, walletId })
  if (!proof) return { vaultKey: half, shareKey }
  const hash = new Uint8Array(await webCrypto.subtle.digest('SHA-256', proof))
  const vaultKey = new Uint8Array(half.length + hash.length)
  vaultKey.set(half)
  vaultKey.set(hash, half.length)
  wipe(half, proof)
  return { vaultKey, shareKey }
}

/** The key of a recovery share: what the vault keeps, and the user's secret where there is one. The caller wipes it. */
export function shareKeyOf(
  half: Uint8Array,
  { means: { secret }, walletId }: { means: RecoveryMeans; walletId: string },
): Uint8Array {
  if (!secret) return half.slice()
  const both = new Uint8Array(secret.length + half.length)
  both.set(secret)
  both.set(half, secret.length)
  const key = deriveKey({ secret: both, salt: walletId, info: 'sallyport user recovery key v1' })
  wipe(both)
  return key
}

/** Proves the user's secret to the vault and says nothing about it. The caller wipes it. */
export function proofOf({
  means: { secret },
  walletId,
}: {
  means: RecoveryMeans
  walletId: string
}): Uint8Array<ArrayBuffer> | undefined {
  if (!secret) return undefined
  return deriveKey({ secret, salt: walletId, info: 'sallyport recovery proof v1' })
}
