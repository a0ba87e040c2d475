import { CallRefused } from '@sallyport/keyholder'
import type { VaultInput, VaultOutput } from '@sallyport/protocols/vault'
import { insertNotices } from '../notices/outbox.js'
import { noticesFor } from '../notices/tell.js'
import type { FactorDeps } from './factor-deps.js'
import { hasFactor, listFactors, removeAllOf } from './factor-store.js'
import { proveFactorUser } from './prove-factor-user.js'
import { toWireFactors } from './to-wire.js'

const hourMs = 3_600_000

/**
 * Starts the delay after which lost factors are removed. The vault counts it, so the API cannot shorten it. A reset that runs
 * keeps its time.
 *
 * @throws CallRefused `invalid_token`, `not_found` for a user without a factor.
 */
export async function startFactorReset(
  input: VaultInput<'startFactorReset'>,
  deps: FactorDeps,
): Promise<VaultOutput<'startFactorReset'>> {
  const { appId, userId } = await proveFactorUser(input, deps)
  if (!(await hasFactor({ appId, userId }, deps.db))) throw new CallRefused('not_found')
  const atMs = deps.clock.nowMs()
  const dueAtMs = atMs + deps.config.factorResetHours * hourMs
  const notices = await noticesFor(
    { appId, userId },
    { kind: 'reset_started', atMs, dueAtMs },
    deps,
  )
  await deps.db.transaction().execute(async (transaction) => {
    const started = await transaction
      .insertInto('factor_reset')
      .values({ app_id: appId, user_id: userId, due_at_ms: String(dueAtMs) })
      .onConflict((conflict) => conflict.columns(['app_id', 'user_id']).doNothing())
      .returning('app_id')
      .executeTakeFirst()
    if (started) await insertNotices(notices, transaction)
  })
  const row = await readReset({ appId, userId }, deps)
  if (!row) throw new CallRefused('not_found') // Cancelled at the same time.
  return { dueAtMs: Number(row.due_at_ms) }
}

/** Cancels a reset. It needs no token: it only leaves the user's factors as they are. */
export async function cancelFactorReset(
  { appId, userId }: VaultInput<'cancelFactorReset'>,
  deps: FactorDeps,
): Promise<VaultOutput<'cancelFactorReset'>> {
  const event = { kind: 'reset_cancelled', atMs: deps.clock.nowMs() } as const
  const notices = await noticesFor({ appId, userId }, event, deps)
  await deps.db.transaction().execute(async (transaction) => {
    const cancelled = await transaction
      .deleteFrom('factor_reset')
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .returning('app_id')
      .executeTakeFirst()
    if (cancelled) await insertNotices(notices, transaction)
  })
  return {}
}

/** Removes the factors of a reset whose time has come by the vault's clock. @returns what the user has then. */
export async function completeFactorReset(
  user: VaultInput<'completeFactorReset'>,
  deps: FactorDeps,
): Promise<VaultOutput<'completeFactorReset'>> {
  const nowMs = deps.clock.nowMs()
  const notices = await noticesFor(user, { kind: 'reset_completed', atMs: nowMs }, deps)
  await deps.db.transaction().execute(async (transaction) => {
    const due = await transaction
      .deleteFrom('factor_reset')
      .where('app_id', '=', user.appId)
      .where('user_id', '=', user.userId)
      .where('due_at_ms', '<=', String(nowMs))
      .returning('app_id')
      .executeTakeFirst()
    if (!due) return
    await removeAllOf(user, transaction)
    await insertNotices(notices, transaction)
  })
  return { factors: toWireFactors(await listFactors(user, deps.db)) }
}

function readReset({ appId, userId }: VaultInput<'completeFactorReset'>, { db }: FactorDeps) {
  return db
    .selectFrom('factor_reset')
    .select('due_at_ms')
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}
