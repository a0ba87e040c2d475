import { sql } from 'kysely'
import type { FactorRecord } from '../identity/user.js'
import type { Db } from './connect.js'
import type { UserKey } from './links.js'

/** Stores which factors a user has, as the vault says, and marks the passkeys among them. */
export async function writeFactors(
  transaction: Db,
  {
    appId,
    userId,
    methods,
    credentialIds,
    mac,
  }: UserKey & {
    methods: FactorRecord[]
    credentialIds: string[]
    /** See `authenticRows.userFactors`. */
    mac: Buffer
  },
): Promise<void> {
  await sql`
    update user_account set mfa_methods = ${JSON.stringify(methods)}::jsonb, factors_mac = ${mac}
    where app_id = ${appId} and id = ${userId}`.execute(transaction)
  await sql`
    update linked_account l set data = jsonb_set(l.data, '{enrolled_in_mfa}',
      to_jsonb(l.key = any (${credentialIds}::text[])))
    where l.app_id = ${appId} and l.user_id = ${userId} and l.type = 'passkey'
      and (l.data ->> 'enrolled_in_mfa')::boolean is distinct from l.key = any (${credentialIds}::text[])`.execute(
    transaction,
  )
}

/** What `authenticRows.userFactors` is over, held until the transaction ends. */
export async function holdFactors(
  transaction: Db,
  { appId, userId }: UserKey,
): Promise<{ mfa_methods: FactorRecord[]; recovery_codes_at: number | null }> {
  return transaction
    .selectFrom('user_account')
    .select(['mfa_methods', 'recovery_codes_at'])
    .where('app_id', '=', appId)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Notes when recovery codes were made. `mac`: see `authenticRows.userFactors`. */
export async function writeRecoveryCodesTime(
  transaction: Db,
  { appId, userId, atMs, mac }: UserKey & { atMs: number; mac: Buffer },
): Promise<void> {
  await sql`
    update user_account set recovery_codes_at = ${atMs}, factors_mac = ${mac}
    where app_id = ${appId} and id = ${userId}`.execute(transaction)
}

/** Notes that a session has proven a factor. `mac`: see `authenticRows.sessionFactor`. */
export async function stepUp(
  db: Db,
  step: { appId: string; sessionId: string; nowMs: number; mac: Buffer },
): Promise<void> {
  const { appId, sessionId, nowMs, mac } = step
  await sql`
    update session s set mfa_at_ms = ${nowMs}, mfa_mac = ${mac}, amr = array_append(array_remove(s.amr, 'mfa'), 'mfa')
    where s.app_id = ${appId} and s.id = ${sessionId} and s.revoked_at is null`.execute(db)
}

/** After a change of factors every other session of the user has to prove one again. */
export async function endOtherStepUps(
  db: Db,
  { appId, userId, sessionId }: UserKey & { sessionId: string | undefined },
): Promise<void> {
  await sql`
    update session s set mfa_at_ms = null, mfa_mac = null
    where s.app_id = ${appId} and s.user_id = ${userId} and s.mfa_at_ms is not null
      and s.id is distinct from ${sessionId ?? null}::text`.execute(db)
}
