import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '@sallyport/contract'
import { sql } from 'kysely'
import type { Deps } from '../../deps.js'
import { randomToken } from '../../ports/random.js'

/** A process that holds a lane for longer has stopped. */
const leaseMs = 60_000
const tries = 100
const betweenMs = 100

/**
 * Runs work that chooses the next nonce of an account on a network, alone: over all processes one at a time.
 *
 * @throws ApiError `too_many_requests` when others hold the lane for ten seconds.
 */
export async function inLane<T>(
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  lane: { caip2: string; sender: string },
  work: () => Promise<T>,
): Promise<T> {
  const holder = randomToken(deps.random)
  for (let attempt = 0; !(await takeLane(deps, lane, holder)); attempt += 1) {
    if (attempt === tries)
      throw new ApiError('too_many_requests', {
        message: 'Other transactions of this wallet are being sent. Ask again',
        data: { retry_after: 1 },
      })
    await wait(betweenMs)
  }
  try {
    return await work()
  } finally {
    await deps.db
      .deleteFrom('wallet_lane')
      .where('caip2', '=', lane.caip2)
      .where('sender', '=', lane.sender)
      .where('holder', '=', holder)
      .execute()
  }
}

async function takeLane(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { caip2, sender }: { caip2: string; sender: string },
  holder: string,
): Promise<boolean> {
  const nowMs = clock.nowMs()
  const { rows } = await sql`
    insert into wallet_lane as held (caip2, sender, holder, until)
    values (${caip2}, ${sender}, ${holder}, ${nowMs + leaseMs})
    on conflict (caip2, sender) do update set holder = excluded.holder, until = excluded.until
    where held.until <= ${nowMs}
    returning true`.execute(db)
  return rows.length > 0
}
