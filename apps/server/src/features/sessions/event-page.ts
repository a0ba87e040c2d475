import { ApiError, type AuditEvent, paginationMaxLimit, userIdPrefix } from '@sallyport/contract'
import { readAuditEvents } from '../../db/read-audit-events.js'
import type { Deps } from '../../deps.js'

/** A page of events, newest first. */
interface EventPage {
  data: AuditEvent[]
  next_cursor: string | null
}

/** Reads a page of the audit log. @throws ApiError `invalid_data` for a cursor that is not ours. */
export async function readEventPage(
  deps: Pick<Deps, 'db'>,
  asked: {
    appId: string
    userId: string | undefined
    query: { cursor?: string | undefined; limit?: number | undefined }
  },
): Promise<EventPage> {
  const { appId, userId, query } = asked
  const { cursor, limit = paginationMaxLimit } = query
  const beforeId = readCursor(cursor)
  const found = await readAuditEvents(deps.db, { appId, userId, beforeId, limit: limit + 1 })
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const data = shown.map((row) => ({
    id: String(row.id),
    kind: row.kind,
    user_id: row.user_id === null ? null : userIdPrefix + row.user_id,
    session_id: row.session_id,
    created_at: Math.floor(row.at / 1000),
    data: row.data,
  }))
  return { data, next_cursor: found.length > limit && last ? String(last.id) : null }
}

function readCursor(text: string | undefined): number | undefined {
  if (!text) return undefined
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new ApiError('invalid_data', { message: 'Query cursor is not one of this server.' })
}
