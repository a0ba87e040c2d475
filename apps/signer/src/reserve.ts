import { sql } from 'kysely'
import type { SignerDatabase } from './database.js'
import { PolicyRefusal } from './refusals.js'

const dayMs = 86_400_000

/** What a transaction may cost of one asset, in its smallest unit, and the most that 24 hours may cost. */
export interface Cost {
  /** `wei` of all networks together, `lamports`, `<chain id>:<contract>` or a mint. */
  asset: string
  amount: bigint
  mostPerDay: string
}

/**
 * Reserves what a transaction may cost, before it is signed; once for each request, so that a repeated one counts once. The
 * caller holds the row that `subject` stands for, and undoes everything when one asset is refused.
 *
 * @throws PolicyRefusal when a limit of the day would be passed.
 */
export async function reserve(
  reservation: { subject: string; request: Buffer; costs: readonly Cost[] },
  { db, nowMs }: { db: SignerDatabase; nowMs: number },
): Promise<void> {
  const { subject, request, costs } = reservation
  const known = await db
    .selectFrom('reservation')
    .select('subject')
    .where('subject', '=', subject)
    .where('request', '=', request)
    .executeTakeFirst()
  if (known) return
  for (const { asset, amount, mostPerDay } of costs) {
    const { rows } = await sql`
      insert into reservation (subject, request, asset, amount, at_ms)
      select ${subject}, ${request}, ${asset}, ${String(amount)}::numeric, ${nowMs}::bigint
      where (select coalesce(sum(amount), 0) from reservation
        where subject = ${subject} and asset = ${asset} and at_ms > ${nowMs - dayMs}::bigint)
        + ${String(amount)}::numeric <= ${mostPerDay}::numeric
      returning 1`.execute(db)
    if (rows.length === 0) throw new PolicyRefusal('The limit of the day is used up')
  }
}
