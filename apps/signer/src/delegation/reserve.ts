import { sql } from 'kysely'
import type { DelegateDatabase } from './database.js'
import { PolicyRefusal } from './policy-refusal.js'

const dayMs = 86_400_000

/**
 * Reserves what a transaction may cost, before it is signed; once for each request, so that a repeated one counts once. The
 * caller holds the delegation's row.
 *
 * @throws PolicyRefusal when the day's limit would be passed.
 */
export async function reserveWei(
  reservation: { consentId: string; request: Buffer; wei: bigint; mostWeiPerDay: string },
  { db, nowMs }: { db: DelegateDatabase; nowMs: number },
): Promise<void> {
  const { consentId, request, wei, mostWeiPerDay } = reservation
  const known = await db
    .selectFrom('reservation')
    .select('consent_id')
    .where('consent_id', '=', consentId)
    .where('request', '=', request)
    .executeTakeFirst()
  if (known) return
  const { rows } = await sql`
    insert into reservation (consent_id, request, wei, at_ms)
    select ${consentId}::uuid, ${request}, ${String(wei)}::numeric, ${nowMs}::bigint
    where (select coalesce(sum(wei), 0) from reservation
      where consent_id = ${consentId}::uuid and at_ms > ${nowMs - dayMs}::bigint)
      + ${String(wei)}::numeric <= ${mostWeiPerDay}::numeric
    returning 1`.execute(db)
  if (rows.length === 0) throw new PolicyRefusal('The limit of the day is used up')
}
