import { ApiError, api, paginationMaxLimit } from '@sallyport/contract'
import type { Deps } from '../../deps.js'
import { type Implementation, implement, type SignedRequest } from '../../http/implement.js'
import { authorizedRequest } from '../../wallet-api/authorized-request.js'
import { aboutTheBody, callSigner } from '../../wallet-api/call-signer.js'
import { withPrefix } from '../../wallet-api/owner-in-body.js'
import { requireUsers } from '../../wallet-api/require-users.js'

/** Lists of values that conditions look up (wire reference §40). */
export function conditionSetRoutes(deps: Deps): Implementation[] {
  const named = (appId: string, params: { condition_set_id: string }) => ({
    appId,
    conditionSetId: params.condition_set_id,
  })
  const change = (appId: string, params: { condition_set_id: string }, signed: SignedRequest) => ({
    ...named(appId, params),
    request: authorizedRequest(appId, signed),
  })
  return implement(api.conditionSets, {
    create: async ({ caller: { app }, body }) => {
      await requireUsers(deps, { appId: app.id, body })
      const input = { appId: app.id, body: withPrefix(body) }
      const made = await callSigner(deps, 'createConditionSet', input).catch((error: unknown) => {
        throw aboutTheBody(error, 'The app has no such quorum')
      })
      return made.conditionSet
    },
    find: async ({ caller: { app }, params }) =>
      (await callSigner(deps, 'readConditionSet', named(app.id, params))).conditionSet,
    update: async ({ caller: { app }, params, body, request: { signed } }) => {
      await requireUsers(deps, { appId: app.id, body })
      const input = change(app.id, params, signed)
      return (await callSigner(deps, 'updateConditionSet', input)).conditionSet
    },
    remove: async ({ caller: { app }, params, request: { signed } }) => {
      await callSigner(deps, 'deleteConditionSet', change(app.id, params, signed))
      return { success: true }
    },
    addItems: async ({ caller: { app }, params, request: { signed } }) =>
      (await callSigner(deps, 'addConditionSetItems', change(app.id, params, signed))).items,
    replaceItems: async ({ caller: { app }, params, request: { signed } }) =>
      (await callSigner(deps, 'replaceConditionSetItems', change(app.id, params, signed))).items,
    listItems: async ({ caller: { app }, params, query: { cursor, limit } }) => {
      if (cursor && !/^[a-z][a-z0-9]{23}$/.test(cursor))
        throw new ApiError('invalid_data', { message: 'Query cursor is not one of this server.' })
      const { items, next } = await callSigner(deps, 'listConditionSetItems', {
        ...named(app.id, params),
        limit: limit ?? paginationMaxLimit,
        ...(cursor && { after: cursor }),
      })
      return { items, next_cursor: next }
    },
    removeItem: async ({ caller: { app }, params, request: { signed } }) => {
      const input = { ...change(app.id, params, signed), itemId: params.item_id }
      await callSigner(deps, 'deleteConditionSetItem', input)
      return { success: true }
    },
  })
}
