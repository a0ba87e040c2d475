import { type AuditEvent, auditKinds, type ListedSession } from '@sallyport/contract'

/** 14 March 2026, 09:30 UTC, as the clock of scenes; Unix seconds. */
const nowSeconds = 1_773_480_600
const hour = 3600

function session(
  id: string,
  given: {
    browser: string | null
    os: string | null
    place?: string
    hoursAgo: number
  },
): ListedSession {
  const { browser, os, place, hoursAgo } = given
  const name = browser === null || os === null ? null : `${browser} on ${os}`
  return {
    id,
    device: { name, browser, os, ...(place === undefined ? {} : { place }) },
    created_at: nowSeconds - 30 * 24 * hour,
    last_used_at: nowSeconds - hoursAgo * hour,
    is_current: false,
    device_revoked: false,
  }
}

/** The session of scenes and tests. */
export const thisSession: ListedSession = {
  ...session('this', { browser: 'Firefox', os: 'Linux', place: 'DE', hoursAgo: 0 }),
  is_current: true,
}

/** Sessions of one user: this one, a phone, and a browser that did not say where it is. */
export const wireSessions: ListedSession[] = [
  session('phone', { browser: 'Safari', os: 'iOS', place: 'DE', hoursAgo: 3 }),
  thisSession,
  session('office', { browser: 'Chrome', os: 'Windows', hoursAgo: 24 * 12 }),
]

/** More sessions than fit on a screen, one that says nothing of itself and one that has lost its share. */
export const manySessions: ListedSession[] = [
  ...wireSessions,
  {
    ...session('tablet', { browser: 'Chrome', os: 'Android', place: 'FR', hoursAgo: 30 }),
    device_revoked: true,
  },
  session('unknown', { browser: null, os: null, hoursAgo: 24 * 40 }),
  ...['Edge', 'Firefox', 'Chrome', 'Safari'].map((browser, index) =>
    session(browser, { browser, os: 'macOS', place: 'NL', hoursAgo: 24 * (41 + index) }),
  ),
]

/** What happened to the account of scenes and tests. */
export const wireEvents: AuditEvent[] = [
  event('logged_in_on_new_device', 3, { browser: 'Safari', system: 'iOS', place: 'DE' }),
  event('account_linked', 26, { browser: 'Firefox', system: 'Linux', place: 'DE' }),
  event('factor_reset_completed', 24 * 12, { by: 'app' }),
  event('signed_up', 24 * 40, { browser: 'Firefox', system: 'Linux' }),
]

/** One event of each kind. */
export const everyEvent: AuditEvent[] = auditKinds.map((kind, index) =>
  event(kind, index * 5, { browser: 'Firefox', system: 'Linux', place: 'DE' }),
)

function event(kind: AuditEvent['kind'], hoursAgo: number, data: AuditEvent['data']): AuditEvent {
  return {
    id: kind,
    kind,
    user_id: null,
    session_id: null,
    created_at: nowSeconds - hoursAgo * hour,
    data,
  }
}
