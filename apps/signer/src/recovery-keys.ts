import { timingSafeEqual } from 'node:crypto'
import { sealContext, sealInfo, type VaultInput, type VaultOutput } from '@sallyport/contract'
import { fromBase64url, openSealed, sealTo, toBase64url } from '@sallyport/crypto'
import { findPinnedKey } from './app-keys.js'
import type { Clock } from './clock.js'
import type { VaultConfig } from './config.js'
import type { VaultDatabase } from './database.js'
import { firstReleaseMs, grantRepeat, takeFreeRelease } from './free-releases.js'
import type { RecordCipher, RecordPlace } from './record-cipher.js'
import { countRelease } from './release-limits.js'
import type { SealKeyPair } from './seal-key.js'
import { proveUser } from './user-proof.js'
import { VaultError } from './vault-error.js'

/** What the calls on recovery keys work with. */
export interface RecoveryDeps {
  db: VaultDatabase
  config: Pick<VaultConfig, 'releasesPerMinute' | 'releasesPerWalletPerDay'>
  clock: Clock
  sealKey: SealKeyPair
  cipher: RecordCipher
}

interface Owner {
  appId: string
  userId: string
  walletId: string
}

const recoveryKeyBytes = 32
const dayMs = 86_400_000
const minuteMs = 60_000

/**
 * Keeps a root's recovery key, encrypted under the vault's key. The same value again is accepted.
 *
 * @throws VaultError `invalid_token`, `invalid_request` when it was not sealed to this vault for this owner,
 *   `already_stored` when the root has another key.
 */
export async function storeRecoveryKey(
  input: VaultInput<'storeRecoveryKey'>,
  deps: RecoveryDeps,
): Promise<VaultOutput<'storeRecoveryKey'>> {
  await proveUser(input, { pinned: await findPinnedKey(input.appId, deps.db), clock: deps.clock })
  const recoveryKey = await openRecoveryKey(input, deps.sealKey)
  try {
    if (recoveryKey.length !== recoveryKeyBytes) throw new VaultError('invalid_request')
    await keep({ owner: input, recoveryKey }, deps)
    return {}
  } finally {
    recoveryKey.fill(0)
  }
}

/**
 * Releases a root's recovery key sealed to the asker's key, at most so often per wallet and per app.
 *
 * @throws VaultError `invalid_token`, `not_found`, `too_many_requests`, `invalid_request` for a bad recipient key.
 */
export async function releaseRecoveryKey(
  input: VaultInput<'releaseRecoveryKey'>,
  deps: RecoveryDeps,
): Promise<VaultOutput<'releaseRecoveryKey'>> {
  await proveUser(input, { pinned: await findPinnedKey(input.appId, deps.db), clock: deps.clock })
  const record = await findRecord(input, deps.db)
  if (!record) throw new VaultError('not_found')
  await countAgainstLimits(input, deps)
  const recoveryKey = await deps.cipher.open(new Uint8Array(record), recordPlace(input))
  try {
    return { sealedRecoveryKey: await sealRecoveryKey(input, recoveryKey) }
  } finally {
    recoveryKey.fill(0)
  }
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
      info: utf8(sealInfo.recoveryKey),
      aad: utf8(sealContext(input)),
    })
  } catch (cause) {
    throw new VaultError('invalid_request', cause)
  }
}

async function sealRecoveryKey(
  input: VaultInput<'releaseRecoveryKey'>,
  recoveryKey: Uint8Array,
): Promise<VaultOutput<'releaseRecoveryKey'>['sealedRecoveryKey']> {
  try {
    const sealed = await sealTo({
      recipientPublicKey: fromBase64url(input.recipientPublicKey),
      plaintext: recoveryKey,
      info: utf8(sealInfo.recoveryKey),
      aad: utf8(sealContext(input)),
    })
    return { enc: toBase64url(sealed.enc), ciphertext: toBase64url(sealed.ciphertext) }
  } catch (cause) {
    throw new VaultError('invalid_request', cause)
  }
}

async function keep(
  { owner, recoveryKey }: { owner: Owner; recoveryKey: Uint8Array },
  { db, cipher, clock }: RecoveryDeps,
): Promise<void> {
  const place = recordPlace(owner)
  const record = await cipher.seal(recoveryKey, place)
  const nowMs = clock.nowMs()
  const inserted = await db
    .insertInto('recovery_key')
    .values({
      app_id: owner.appId,
      user_id: owner.userId,
      wallet_id: owner.walletId,
      record: Buffer.from(record),
      created_at_ms: String(nowMs),
      free_release_until_ms: String(nowMs + firstReleaseMs),
    })
    .onConflict((conflict) => conflict.columns(['app_id', 'user_id', 'wallet_id']).doNothing())
    .returning('wallet_id')
    .executeTakeFirst()
  if (inserted) return
  const existing = await findRecord(owner, db)
  if (!existing) throw new Error('A recovery key was removed while it was stored')
  const kept = await cipher.open(new Uint8Array(existing), place)
  try {
    if (!timingSafeEqual(kept, recoveryKey)) throw new VaultError('already_stored')
  } finally {
    kept.fill(0)
  }
}

/**
 * The app's limit is on how many wallets' keys leave in a minute: a key that was just stored, or was just counted, adds
 * none. Wallet first: a wallet past its limit must not use up the app's places. All of it stands or falls together.
 */
async function countAgainstLimits(
  owner: Owner,
  { db, config, clock }: RecoveryDeps,
): Promise<void> {
  const nowMs = clock.nowMs()
  const ofWallet = {
    subject: JSON.stringify(['wallet', owner.appId, owner.userId, owner.walletId]),
    limit: config.releasesPerWalletPerDay,
    windowMs: dayMs,
  }
  const ofApp = {
    subject: JSON.stringify(['app', owner.appId]),
    limit: config.releasesPerMinute,
    windowMs: minuteMs,
  }
  await db.transaction().execute(async (transaction) => {
    const how = { db: transaction, nowMs }
    if (!(await countRelease(ofWallet, how))) throw new VaultError('too_many_requests')
    if (await takeFreeRelease(owner, how)) return
    if (!(await countRelease(ofApp, how))) throw new VaultError('too_many_requests')
    await grantRepeat(owner, how)
  })
}

async function findRecord(owner: Owner, db: VaultDatabase): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('recovery_key')
    .select('record')
    .where('app_id', '=', owner.appId)
    .where('user_id', '=', owner.userId)
    .where('wallet_id', '=', owner.walletId)
    .executeTakeFirst()
  return row?.record
}

function recordPlace(owner: Owner): RecordPlace {
  const row = [owner.appId, owner.userId, owner.walletId]
  return { table: 'recovery_key', column: 'record', row }
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
