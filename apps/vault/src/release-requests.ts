import { createHash } from 'node:crypto'
import { longestTokenLifeSeconds } from '@sallyport/keyholder'
import { sql } from 'kysely'
import type { VaultDatabase } from './database.js'

/** A request names a token, so it cannot be repeated when that has expired. */
const keptMs = 2 * longestTokenLifeSeconds * 1000

/**
 * Notes a request for a release by the key its answer is sealed to, which the device has drawn for it. One statement: of any
 * number of copies at once, one is noted. Requests whose tokens have expired are forgotten.
 *
 * @returns false when the request was answered before.
 */
export async function noteRequest(
  request: { recipientPublicKey: string; devicePublicKey: string },
  { db, nowMs }: { db: VaultDatabase; nowMs: number },
): Promise<boolean> {
  await sql`delete from release_request where at_ms < ${nowMs - keptMs}`.execute(db)
  const { rows } = await sql`
    insert into release_request (request, device_key, at_ms)
    values (${sha256(request.recipientPublicKey)}, ${sha256(request.devicePublicKey)}, ${nowMs})
    on conflict (request) do nothing
    returning request`.execute(db)
  return rows.length === 1
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
