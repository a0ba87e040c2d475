import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.js'
import type { PasskeyChallengeTable } from './passkey-tables.js'

/** What a challenge is for; one of another purpose, app, browser or user is never accepted (PKY-01, PKY-06, PKY-09). */
export interface ChallengeSubject {
  appId: string
  purpose: PasskeyChallengeTable['purpose']
  challengeHash: Uint8Array
  /** Of the signed-in user who links; null for a login. */
  userId: string | null
}

/** Where a challenge was requested from. */
interface ChallengeSource {
  /** Of the flow cookie; undefined when none came along. */
  flowHash: Uint8Array | undefined
  networkHash: Uint8Array
}

/** What a response to a challenge has to match. */
export type StoredChallenge = Omit<PasskeyChallengeTable, 'created_at'>

/** A response to a challenge. */
export type ChallengeResponse = ChallengeSubject & ChallengeSource & { nowMs: number }

/** Stores a challenge. */
export async function storeChallenge(db: Db, row: PasskeyChallengeTable): Promise<void> {
  await db.insertInto('passkey_challenge').values(row).execute()
}

/** Reads the challenge that a response is for, without using it up. */
export async function readChallenge(
  db: Db,
  response: ChallengeResponse,
): Promise<StoredChallenge | undefined> {
  const { rows } = await sql<StoredChallenge>`
    select c.app_id, c.challenge_hash, c.purpose, c.user_id, c.user_handle, c.rp_id, c.relying_party, c.origin,
      c.flow_hash, c.network_hash, c.expires_at, c.mac from passkey_challenge c
    where ${isOpenFor(response)}`.execute(db)
  return rows[0]
}

/**
 * Tables of a statement that use up the challenge of a new passkey; `proof` is false when the challenge is used or the app
 * knows the credential already: a new key must never be accepted for a known credential.
 */
export function newCredentialCtes(
  response: ChallengeResponse,
  credentialId: string,
): RawBuilder<unknown> {
  return sql`${usedCte(response)}, proof as materialized (
    select 1 as place, exists (select from used) and not exists (select from linked_account l
      where ${isPasskey(response.appId, credentialId)}) as proven
  )`
}

/**
 * Tables of a statement that use up the challenge of a known passkey; `proof` is false when it is used or the signature
 * counter did not grow, which means that the authenticator was cloned (WebAuthn §6.1.1).
 */
export function knownCredentialCtes(
  response: ChallengeResponse,
  { credentialId, signCount }: { credentialId: string; signCount: number },
): RawBuilder<unknown> {
  const stored = sql`(l.credential ->> 'sign_count')::bigint`
  return sql`${usedCte(response)}, counted as materialized (
    select l.id from linked_account l where ${isPasskey(response.appId, credentialId)}
      and (${signCount}::bigint > ${stored} or (${signCount}::bigint = 0 and ${stored} = 0))
    for update of l
  ), proof as materialized (
    select 1 as place, exists (select from used) and exists (select from counted) as proven
  )`
}

/** Deletes challenges whose time is over. */
export async function dropExpiredChallenges(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('passkey_challenge').where('expires_at', '<=', nowMs).execute()
}

function usedCte(response: ChallengeResponse): RawBuilder<unknown> {
  return sql`used as (
    delete from passkey_challenge c where ${isOpenFor(response)} and (select in_time from deadline)
    returning c.app_id
  )`
}

/** Condition on a row `c` of `passkey_challenge`. A client that keeps no cookies is recognised by its network. */
function isOpenFor(response: ChallengeResponse): RawBuilder<unknown> {
  const { appId, purpose, challengeHash, userId, nowMs, flowHash, networkHash } = response
  const source =
    flowHash === undefined
      ? sql`c.network_hash = ${Buffer.from(networkHash)}::bytea`
      : sql`c.flow_hash = ${Buffer.from(flowHash)}::bytea`
  return sql`c.app_id = ${appId} and c.challenge_hash = ${Buffer.from(challengeHash)}::bytea
    and c.purpose = ${purpose} and c.user_id is not distinct from ${userId}::text
    and c.expires_at > ${nowMs}::bigint and ${source}`
}

/** Condition on a row `l` of `linked_account`. */
function isPasskey(appId: string, credentialId: string): RawBuilder<unknown> {
  return sql`l.app_id = ${appId} and l.type = 'passkey' and l.key = ${credentialId}`
}
