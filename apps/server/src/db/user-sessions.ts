import { sql } from 'kysely'
import type { DeviceRecord } from '../session/device.js'
import type { Db } from './connect.js'

/** An open session of a user. */
export interface OpenSession {
  id: string
  device: DeviceRecord
  created_at: number
  last_used_at: number
  /** The share that its device last used is revoked or ended. */
  is_device_revoked: boolean
}

interface Owner {
  appId: string
  userId: string
  nowMs: number
}

const mostListed = 100

/** The sessions of a user that can still be refreshed, the last used first. */
export async function listSessions(
  db: Db,
  { appId, userId, nowMs }: Owner,
): Promise<OpenSession[]> {
  const { rows } = await sql<OpenSession>`
    select s.id, s.device, s.created_at, r.created_at as last_used_at, coalesce((
        select bool_and(g.state = 'revoked' or g.ended_at is not null) from share_generation g
        where g.app_id = s.app_id and g.user_id = s.user_id and g.session_id = s.id
      ), false) as is_device_revoked
    from session s join refresh_token r on r.app_id = s.app_id and r.session_id = s.id
    where s.user_id = ${userId} and s.app_id = ${appId} and s.revoked_at is null
      and s.expires_at > ${nowMs} and r.used_at is null and r.expires_at > ${nowMs}
    order by r.created_at desc, s.id limit ${mostListed}`.execute(db)
  return rows
}

/** Ends sessions of a user: the one named, or all but `except`. @returns the ids of those that were open. */
export async function endSessions(
  db: Db,
  { appId, userId, nowMs, which }: Owner & { which: { only: string } | { except: string } },
): Promise<string[]> {
  const isMeant = 'only' in which ? sql`s.id = ${which.only}` : sql`s.id <> ${which.except}`
  const { rows } = await sql<{ id: string }>`
    update session s set revoked_at = ${nowMs}, mac = null
    where s.user_id = ${userId} and s.app_id = ${appId} and s.revoked_at is null
      and s.expires_at > ${nowMs} and ${isMeant}
    returning s.id`.execute(db)
  return rows.map(({ id }) => id)
}
