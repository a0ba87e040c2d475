import { ApiError, paginationMaxLimit, type RouteRequest } from '@sallyport/contract'
import type { Intent, intents } from '@sallyport/contract/wallet-api'
import type { App } from '../../apps/app.js'
import { type IntentRow, listIntents, orderOf } from '../../db/wallet-intents.js'
import type { Deps } from '../../deps.js'
import { describe } from '../../wallet-api/intents/authorize.js'
import { readCursor, toPage } from '../../wallet-api/page.js'

type Query = RouteRequest<typeof intents.list>['query']

/** Most intents that a page looks at for those of a member. */
const mostLookedAt = 1_000

/**
 * A page of the app's intents.
 *
 * @throws ApiError `invalid_data` for `current_user_has_signed`: a back end is not a user.
 */
export async function listIntentsOf(deps: Deps, app: App, query: Query) {
  const { cursor, limit = paginationMaxLimit, sort_by: order = 'created_at_desc' } = query
  if (query.current_user_has_signed !== undefined)
    throw new ApiError('invalid_data', {
      message: 'The app’s secret names no user: filter by pending_member_id',
    })
  const isOthers = query.created_by_id !== undefined && query.created_by_id !== app.id
  if (isOthers) return { data: [], next_cursor: null }
  const filter = { ...query, appId: app.id, order, nowMs: deps.clock.nowMs() }
  const cursorOf = (row: IntentRow) => ({
    createdAtMs: row[orderOf(order)],
    id: row.intent_id,
  })
  const kept: { row: IntentRow; shown: Intent }[] = []
  let after = readCursor(cursor)
  for (let looked = 0; kept.length <= limit && looked < mostLookedAt; ) {
    const found = await listIntents(deps.db, { ...filter, after, limit: limit + 1 })
    for (const row of found) {
      const shown = await describe(deps, { app, row })
      if (isMeant(shown, query)) kept.push({ row, shown })
    }
    const last = found.at(-1)
    if (last === undefined || found.length <= limit) break
    looked += found.length
    after = cursorOf(last)
  }
  const page = toPage(kept, { limit, cursorOf: ({ row }) => cursorOf(row) })
  return { ...page, data: page.data.map(({ shown }) => shown) }
}

/** Whether the filters that are not in the query of the database hold. One that has just ended is listed by its new state. */
function isMeant(shown: Intent, { status, pending_member_id: member }: Query): boolean {
  if (status !== undefined && shown.status !== status) return false
  return member === undefined || (shown.status === 'pending' && isAwaited(shown, member))
}

type Members = Intent['authorization_details'][number]['members']

/** Whether a member has yet to sign: a key, a user or a quorum inside. */
function isAwaited({ authorization_details: details }: Intent, id: string): boolean {
  const awaits = (members: Members): boolean =>
    members.some((member) => {
      if (member.type === 'key') return member.public_key === id && member.signed_at === null
      if (member.type === 'user') return member.user_id === id && member.signed_at === null
      return (member.key_quorum_id === id && !member.threshold_met) || awaits(member.members)
    })
  return details.some(({ members }) => awaits(members))
}
