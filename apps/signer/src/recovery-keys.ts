import { timingSafeEqual } from 'node:crypto'
import { sealContext, sealInfo } from '@sallyport/contract'
import { fromBase64url, openSealed, sealTo, toBase64url } from '@sallyport/crypto'
import type { VaultInput, VaultOutput } from '@sallyport/protocols/vault'
import { findPinnedKey } from './app-keys.js'
import type { Clock } from './clock.js'
import type { VaultConfig } from './config.js'
import type { VaultDatabase } from './database.js'
import type { FactorDeps } from './factors/factor-deps.js'
import { requireFactor } from './factors/require-factor.js'
import { firstReleaseMs, takeFreeRelease } from './free-releases.js'
import type { RecordCipher, RecordPlace } from './record-cipher.js'
import { laneOf, limitOf } from './release-lanes.js'
import { countRelease } from './release-limits.js'
import type { SealKeyPair } from './seal-key.js'
import { proveUser } from './user-proof.js'
import { BreakerOpen, VaultError } from './vault-error.js'

/** What the calls on recovery keys work with. */
export interface RecoveryDeps extends FactorDeps {
  db: VaultDatabase
  config: Pick<VaultConfig, 'releasesPerMinute' | 'releasesPerWalletPerDay' | 'factorResetHours'>
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
 * Stores a root's recovery key, encrypted under the vault's key. The same value again is accepted.
 *
 * @throws VaultError `invalid_token`, `invalid_request` when it was not sealed to this vault for this owner,
 *   `already_stored` when the root has another key.
 */
export async function storeRecoveryKey(
  input: VaultInput<'storeRecoveryKey'>,
  deps: RecoveryDeps,
): Promise<VaultOutput<'storeRecoveryKey'>> {
  await proveUser(input, { pinned: await findPinnedKey(input.appId, deps), clock: deps.clock })
  const recoveryKey = await openRecoveryKey(input, deps.sealKey)
  try {
    if (recoveryKey.length !== recoveryKeyBytes) throw new VaultError('invalid_request')
    await store({ owner: input, recoveryKey }, deps)
    return {}
  } finally {
    recoveryKey.fill(0)
  }
}

/**
 * Releases a root's recovery key sealed to the caller's key, within the limits of the wallet and the app.
 *
 * @throws VaultError `invalid_token`, `not_found`, `too_many_requests`, `invalid_request` for a bad recipient key.
 */
export async function releaseRecoveryKey(
  input: VaultInput<'releaseRecoveryKey'>,
  deps: RecoveryDeps,
): Promise<VaultOutput<'releaseRecoveryKey'>> {
  await proveUser(input, { pinned: await findPinnedKey(input.appId, deps), clock: deps.clock })
  await requireFactor(input, deps)
  const stored = await findRecord(input, deps.db)
  if (!stored) throw new VaultError('not_found')
  const { isGuest = false } = input
  await countAgainstLimits({ owner: input, isGuest, storedAtMs: stored.storedAtMs }, deps)
  const recoveryKey = await deps.cipher.open(stored.record, recordPlace(input))
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

async function store(
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
  const storedKey = await cipher.open(existing.record, place)
  try {
    if (!timingSafeEqual(storedKey, recoveryKey)) throw new VaultError('already_stored')
  } finally {
    storedKey.fill(0)
  }
}

/**
 * The app's limit is on the number of wallets whose keys leave in a minute, so a wallet counts once a minute, and not for
 * the first release of a key that was just stored. Guests and new wallets have a part of it each and cannot use up the whole. The wallet is counted first: one
 * past its own limit must not use the app's. A refusal rolls all of it back.
 */
async function countAgainstLimits(
  key: { owner: Owner; isGuest: boolean; storedAtMs: number },
  { db, config, clock }: RecoveryDeps,
): Promise<void> {
  const { owner } = key
  const { appId, userId, walletId } = owner
  const nowMs = clock.nowMs()
  const lane = laneOf({ ...key, nowMs })
  const ofWallet = {
    subject: JSON.stringify(['wallet', appId, userId, walletId]),
    limit: config.releasesPerWalletPerDay,
    windowMs: dayMs,
  }
  const ofWalletInApp = {
    subject: JSON.stringify(['counted', appId, userId, walletId]),
    limit: 1,
    windowMs: minuteMs,
  }
  const ofLane = {
    subject: JSON.stringify(['app', appId, lane]),
    limit: limitOf(lane, config.releasesPerMinute),
    windowMs: minuteMs,
  }
  const ofApp = {
    subject: JSON.stringify(['app', appId]),
    limit: config.releasesPerMinute,
    windowMs: minuteMs,
  }
  await db.transaction().execute(async (transaction) => {
    const how = { db: transaction, nowMs }
    if (!(await countRelease(ofWallet, how))) throw new VaultError('too_many_requests')
    if (await takeFreeRelease(owner, how)) return
    if (!(await countRelease(ofWalletInApp, how))) return
    if (!(await countRelease(ofApp, how))) throw new BreakerOpen({ appId, part: 'all' })
    if (lane !== 'established' && !(await countRelease(ofLane, how))) {
      throw new BreakerOpen({ appId, part: lane })
    }
  })
}

async function findRecord(
  owner: Owner,
  db: VaultDatabase,
): Promise<{ record: Uint8Array; storedAtMs: number } | undefined> {
  const row = await db
    .selectFrom('recovery_key')
    .select(['record', 'created_at_ms'])
    .where('app_id', '=', owner.appId)
    .where('user_id', '=', owner.userId)
    .where('wallet_id', '=', owner.walletId)
    .executeTakeFirst()
  return row && { record: new Uint8Array(row.record), storedAtMs: Number(row.created_at_ms) }
}

function recordPlace(owner: Owner): RecordPlace {
  const row = [owner.appId, owner.userId, owner.walletId]
  return { table: 'recovery_key', column: 'record', row }
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
