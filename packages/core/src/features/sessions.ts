import { type AuditEvent, type ListedSession, sessionsApi } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { call } from '../http.js'

/** An open session of the user: a browser they are logged in with. */
export interface UserSession {
  id: string
  /** Such as `Firefox` and `Linux`; null where the browser did not say. */
  browser: string | null
  system: string | null
  /** Country code; null where the server does not know it. */
  place: string | null
  createdAt: Date
  /** When its tokens were last renewed, which a page in use does about once an hour. */
  lastUsedAt: Date
  /** The session of this client. */
  isCurrent: boolean
  /** Its browser can't open the wallet any more: the wallet is restored there after the next login. */
  isDeviceRevoked: boolean
}

/** Something that happened to the user's account. */
export interface AccountEvent {
  id: string
  /** Such as `logged_in_on_new_device`. */
  kind: AuditEvent['kind']
  at: Date
  /** The session it happened in; null outside of one. */
  sessionId: string | null
  browser: string | null
  system: string | null
  place: string | null
  /** Who did it; null: the user. */
  by: 'app' | 'operator' | 'server' | null
}

/** The open sessions of the user, the last used first. */
export async function list(client: SallyportClient): Promise<UserSession[]> {
  const { sessions } = await call(client, sessionsApi.sessions.list, {})
  return sessions.map(fromWire)
}

/**
 * Ends a session of the user. It is refused from now on, and its browser can't open the wallet before it has restored it.
 * A user with a second factor is asked for it.
 *
 * @throws ApiError `invalid_data` when it is not open any more.
 */
export async function end(
  client: SallyportClient,
  { sessionId }: { sessionId: string },
): Promise<void> {
  await call(client, sessionsApi.sessions.revoke, { body: { session_id: sessionId } })
}

/** Ends all sessions of the user but this one, as `end` does. */
export async function endOthers(client: SallyportClient): Promise<void> {
  await call(client, sessionsApi.sessions.revoke, { body: { others: true } })
}

/**
 * What happened to the user's account, newest first.
 *
 * @param input.cursor  the `nextCursor` of the page before.
 */
export async function activity(
  client: SallyportClient,
  input: { cursor?: string; limit?: number } = {},
): Promise<{ events: AccountEvent[]; nextCursor: string | null }> {
  const page = await call(client, sessionsApi.sessions.activity, { query: input })
  return { events: page.data.map(eventFromWire), nextCursor: page.next_cursor }
}

function fromWire(wire: ListedSession): UserSession {
  const { browser, os, place = null } = wire.device
  return {
    id: wire.id,
    browser,
    system: os,
    place,
    createdAt: new Date(wire.created_at * 1000),
    lastUsedAt: new Date(wire.last_used_at * 1000),
    isCurrent: wire.is_current,
    isDeviceRevoked: wire.device_revoked,
  }
}

function eventFromWire({ id, kind, created_at, session_id, data }: AuditEvent): AccountEvent {
  const { browser = null, system = null, place = null, by = null } = data
  return {
    id,
    kind,
    at: new Date(created_at * 1000),
    sessionId: session_id,
    browser,
    system,
    place,
    by,
  }
}
