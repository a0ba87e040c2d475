import { timingSafeEqual } from 'node:crypto'
import { recoveryKeyContext, recoveryKeyUploadContext, sealInfo } from '@sallyport/contract'
import { fromBase64url, openSealed, sealTo, toBase64url } from '@sallyport/crypto'
import {
  CallRefused,
  findPinnedKey,
  proveUser,
  type SealKeyPair,
  turnDeadline,
} from '@sallyport/keyholder'
import type { VaultInput, VaultOutput } from '@sallyport/protocols/vault'
import { countAgainstLimits } from './count-release.js'
import { refuseDeletedUser } from './deleted-users.js'
import { proveDevice } from './device-proof.js'
import { requireFactor } from './factors/require-factor.js'
import { storeContacts } from './notices/contacts.js'
import { insertNotices } from './notices/outbox.js'
import { noticesFor } from './notices/tell.js'
import type { RecoveryDeps } from './recovery-deps.js'
import { findKey, insertKey, type KeyName, placeOf, type StoredKey } from './recovery-key-rows.js'
import { inCountingTransaction } from './release-limits.js'
import { requireSameRoot } from './root-pins.js'
import { countGuess, isProven } from './secret-proof.js'
import { readStoredKey, type StoredKeyParts } from './stored-key.js'

/**
 * Stores a recovery key of a root, the hash of the proof it is released for where it comes with one, and the root's commitment,
 * encrypted under the vault's key, and answers them as stored, sealed to the key that the message to the vault names: a copy of the
 * request gives nothing to another key. The same value again is accepted.
 *
 * @throws CallRefused `invalid_token`, `invalid_request` when it was not sealed to this vault for this owner and read-back
 *   key, `already_stored` when the id has another key or had one, `root_mismatch` when the user has another root.
 */
export async function storeRecoveryKey(
  input: VaultInput<'storeRecoveryKey'>,
  deps: RecoveryDeps,
): Promise<VaultOutput<'storeRecoveryKey'>> {
  await proveUser(input, await userProofDeps(input, deps))
  await refuseDeletedUser(input, deps)
  // Before the key is stored: from its first release on its user is told.
  if (input.contacts) await storeContacts(input, input.contacts, deps)
  const recoveryKey = await openRecoveryKey(input, deps.sealKey)
  try {
    const root = readStoredKey(recoveryKey)?.root
    if (root === undefined) throw new CallRefused('invalid_request')
    await requireSameRoot(input, root, deps)
    await store({ name: input, recoveryKey }, deps)
  } finally {
    recoveryKey.fill(0)
  }
  const answered = { ...input, recipientPublicKey: input.readBackPublicKey }
  return { sealedRecoveryKey: await sealStored(await requireKey(input, deps), answered, deps) }
}

/**
 * Releases a recovery key sealed to the caller's key, within the limits of the wallet and the app, and has the user told of it.
 *
 * A key whose recovery the user owns is released only to a request that proves the user's secret.
 *
 * @throws CallRefused `invalid_token` (also for a deleted user), `not_found`, `too_many_requests`, `replayed`, `wrong_code` without that proof,
 *   `root_mismatch` when the user has another root, `invalid_request` for a bad recipient key or signature of the device.
 */
export async function releaseRecoveryKey(
  input: VaultInput<'releaseRecoveryKey'>,
  deps: RecoveryDeps,
): Promise<VaultOutput<'releaseRecoveryKey'>> {
  const until = turnDeadline(deps)
  await proveUser(input, await userProofDeps(input, deps))
  await requireFactor(input, deps)
  await refuseDeletedUser(input, deps)
  proveDevice(input)
  const { record, storedAtMs } = await requireKey(input, deps)
  const stored = await deps.cipher.open(record, placeOf(input, storedAtMs))
  const { proofHash, root } = readParts(stored)
  await requireSameRoot(input, root, deps)
  const isReleased = await isProven(input, { proofHash, sealKey: deps.sealKey })
  const isGuessable = proofHash.length > 0
  stored.fill(0)
  const { isGuest = false } = input
  const event = { kind: 'key_released', atMs: deps.clock.nowMs() } as const
  const notices = await noticesFor(input, event, deps)
  const { config } = deps
  // Of each wallet one waits for the turn of its app.
  const subjects = [`wallet ${input.walletId}`, `app ${input.appId}`]
  const present = await inCountingTransaction(deps, { subjects, until }, async (counting) => {
    // A request is noted, and so answered once, only for a key that is still there: the API asks again for the one in its place.
    const found = await requireKey(input, counting)
    await countAgainstLimits(
      { ...input, owner: input, isGuest, storedAtMs },
      { ...counting, config },
    )
    if (isGuessable) await countGuess(input, { ...counting, isRight: isReleased })
    // No release without its notice, and none waits for the mail server (P6).
    if (isReleased) await insertNotices(notices, counting.db)
    return found
  })
  // A guess counts like a release: so many a day, and no more.
  if (!isReleased) throw new CallRefused('wrong_code')
  return { sealedRecoveryKey: await sealStored(present, input, deps) }
}

async function userProofDeps({ appId }: { appId: string }, deps: RecoveryDeps) {
  return { pinned: await findPinnedKey(appId, deps), clock: deps.clock }
}

async function requireKey(name: KeyName, { db }: Pick<RecoveryDeps, 'db'>) {
  const stored = await findKey(name, db)
  if (stored === undefined || stored === 'deleted') throw new CallRefused('not_found')
  return stored
}

function readParts(stored: Uint8Array): StoredKeyParts {
  const parts = readStoredKey(stored)
  if (!parts) throw new Error('A recovery key was stored in another form')
  return parts
}

async function openRecoveryKey(
  input: VaultInput<'storeRecoveryKey'>,
  sealKey: SealKeyPair,
): Promise<Uint8Array> {
  try {
    return await openSealed({
      recipientPrivateKey: sealKey.privateKey,
      enc: fromBase64url(input.sealedRecoveryKey.enc),
      ciphertext: fromBase64url(input.sealedRecoveryKey.ciphertext),
      info: utf8(sealInfo.recoveryKeyUpload),
      aad: utf8(recoveryKeyUploadContext({ ...input, recoveryKeyId: input.keyId })),
    })
  } catch (cause) {
    throw new CallRefused('invalid_request', cause)
  }
}

/** The key as its row has it, and its root's commitment, sealed to a public key by the vault's own: its reader knows who has sealed it. */
async function sealStored(
  { record, storedAtMs }: StoredKey,
  name: KeyName & { recipientPublicKey: string },
  deps: Pick<RecoveryDeps, 'cipher' | 'sealKey'>,
): Promise<VaultOutput<'releaseRecoveryKey'>['sealedRecoveryKey']> {
  const stored = await deps.cipher.open(record, placeOf(name, storedAtMs))
  const { key, commitment } = readParts(stored)
  const plaintext = Buffer.concat([key, commitment])
  try {
    const sealed = await sealTo({
      recipientPublicKey: fromBase64url(name.recipientPublicKey),
      senderPrivateKey: deps.sealKey.privateKey,
      plaintext,
      info: utf8(sealInfo.recoveryKey),
      aad: utf8(recoveryKeyContext({ ...name, recoveryKeyId: name.keyId })),
    }).catch((cause: unknown) => {
      throw new CallRefused('invalid_request', cause)
    })
    return { enc: toBase64url(sealed.enc), ciphertext: toBase64url(sealed.ciphertext) }
  } finally {
    plaintext.fill(0)
    stored.fill(0)
  }
}

async function store(
  { name, recoveryKey }: { name: KeyName; recoveryKey: Uint8Array },
  { db, cipher, clock }: RecoveryDeps,
): Promise<void> {
  const storedAtMs = clock.nowMs()
  const record = await cipher.seal(recoveryKey, placeOf(name, storedAtMs))
  if (await insertKey(name, { record, storedAtMs }, db)) return
  const existing = await findKey(name, db)
  if (existing === undefined) throw new Error('A recovery key was removed while it was stored')
  if (existing === 'deleted') throw new CallRefused('already_stored')
  const storedKey = await cipher.open(existing.record, placeOf(name, existing.storedAtMs))
  try {
    const isSame =
      storedKey.length === recoveryKey.length && timingSafeEqual(storedKey, recoveryKey)
    if (!isSame) throw new CallRefused('already_stored')
  } finally {
    storedKey.fill(0)
  }
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
