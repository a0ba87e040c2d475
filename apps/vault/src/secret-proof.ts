import { createHash, timingSafeEqual } from 'node:crypto'
import { recoveryProofContext, sealInfo } from '@sallyport/contract'
import { fromBase64url, openSealed } from '@sallyport/crypto'
import { LimitReached, type SealKeyPair } from '@sallyport/keyholder'
import type { VaultInput } from '@sallyport/protocols/vault'
import { type Counting, countRelease, uncount } from './release-limits.js'

const dayMs = 86_400_000
/** Wrong proofs that a wallet may be asked with in 24 hours; then the right one is refused as well. */
const guessesPerDay = 10
/** Wrong proofs for a wallet in all its life, after which it may be asked once in 24 hours. */
const guessesInAll = 100
/** Longer than any wallet is kept. */
const lifeMs = 100 * 366 * dayMs

/**
 * Counts a request for a key that needs a proof, and takes it back when the proof is right.
 *
 * @throws LimitReached when the guesses of the day are used up, whatever the proof.
 */
export async function countGuess(
  { appId, userId, walletId }: VaultInput<'releaseRecoveryKey'>,
  { isRight, ...how }: Counting & { isRight: boolean },
): Promise<void> {
  const subjectOf = (name: string) => JSON.stringify([name, appId, userId, walletId])
  const count = async (name: string, limit: number, windowMs = dayMs) => {
    const wait = await countRelease({ subject: subjectOf(name), limit, windowMs }, how)
    if (wait === 0 && isRight) await uncount(subjectOf(name), how)
    return wait
  }
  const waits = [await count('guessed', guessesPerDay)]
  const isUsedUp = (await count('guessed-in-all', guessesInAll, lifeMs)) > 0
  if (isUsedUp) waits.push(await count('guessed-late', 1))
  const wait = Math.max(...waits)
  if (wait > 0) throw new LimitReached(wait)
}

/**
 * Whether a request for a release carries the proof that was hashed when the key was stored. Keys without a hash need none. The proof is
 * sealed to the vault: the API, which has the salt of a passcode, must not get anything that a guess can be compared with.
 */
export async function isProven(
  input: VaultInput<'releaseRecoveryKey'>,
  { proofHash: expected, sealKey }: { proofHash: Uint8Array; sealKey: SealKeyPair },
): Promise<boolean> {
  if (expected.length === 0) return true
  const proof = await openProof(input, sealKey)
  if (!proof) return false
  const hash = createHash('sha256').update(proof).digest()
  proof.fill(0)
  return timingSafeEqual(hash, expected)
}

async function openProof(
  { sealedRecoveryProof: sealed, recipientPublicKey, ...owner }: VaultInput<'releaseRecoveryKey'>,
  { privateKey }: SealKeyPair,
): Promise<Uint8Array | undefined> {
  if (!sealed) return undefined
  const context = recoveryProofContext({ ...owner, ephemeralPublicKey: recipientPublicKey })
  return openSealed({
    recipientPrivateKey: privateKey,
    enc: fromBase64url(sealed.enc),
    ciphertext: fromBase64url(sealed.ciphertext),
    info: new TextEncoder().encode(sealInfo.recoveryProof),
    aad: new TextEncoder().encode(context),
  }).catch(() => undefined)
}
