import { api } from '@sallyport/contract'
import type { Aggregation } from '@sallyport/contract/wallet-api'
import type { Deps } from '../../deps.js'
import { type Implementation, implement } from '../../http/implement.js'
import { authorizedRequest } from '../../wallet-api/authorized-request.js'
import { aboutTheBody, callSigner } from '../../wallet-api/call-signer.js'
import { withPrefix } from '../../wallet-api/owner-in-body.js'
import { requireUsers } from '../../wallet-api/require-users.js'

/** Limits over several requests, which the wire calls aggregations (wire reference §40). */
export function aggregationRoutes(deps: Deps): Implementation[] {
  const named = (appId: string, params: { aggregation_id: string }) => ({
    appId,
    aggregationId: params.aggregation_id,
  })
  return implement(api.aggregations, {
    create: async ({ caller: { app }, body }) => {
      await requireUsers(deps, { appId: app.id, body })
      const input = { appId: app.id, body: withPrefix(body) }
      const made = await callSigner(deps, 'createAggregation', input).catch((error: unknown) => {
        throw aboutTheBody(error, 'The app has no such quorum or condition set')
      })
      return asAggregation(made)
    },
    find: async ({ caller: { app }, params }) =>
      asAggregation(await callSigner(deps, 'readAggregation', named(app.id, params))),
    update: async ({ caller: { app }, params, body, request: { signed } }) => {
      await requireUsers(deps, { appId: app.id, body })
      const request = authorizedRequest(app.id, signed)
      const change = { ...named(app.id, params), request }
      return asAggregation(await callSigner(deps, 'updateAggregation', change))
    },
    remove: async ({ caller: { app }, params, request: { signed } }) => {
      const request = authorizedRequest(app.id, signed)
      await callSigner(deps, 'deleteAggregation', { ...named(app.id, params), request })
      return { success: true }
    },
  })
}

/** The signer keeps what the contract's schema has let in; `strip` checks the answer. */
const asAggregation = ({ aggregation }: { aggregation: object }) => aggregation as Aggregation
