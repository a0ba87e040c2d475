import { api, type RouteRequest, userIdPrefix } from '@sallyport/contract'
import type { SignerInput } from '@sallyport/protocols/signer'
import { dropQuorum, storeQuorum } from '../../db/wallet-quorums.js'
import type { Deps } from '../../deps.js'
import { type Implementation, implement } from '../../http/implement.js'
import { authorizedRequest } from '../../wallet-api/authorized-request.js'
import { aboutTheBody, callSigner } from '../../wallet-api/call-signer.js'
import { toQuorumRow } from '../../wallet-api/quorum-rows.js'
import { requireUsers } from '../../wallet-api/require-users.js'
import { toWireQuorum } from '../../wallet-api/to-wire.js'

type Body = RouteRequest<typeof api.keyQuorums.create>['body']

/** Who signs for wallets and policies (wire reference §26, §39). The signer has the quorums; the API notes who is a member. */
export function quorumRoutes(deps: Deps): Implementation[] {
  return implement(api.keyQuorums, {
    create: async ({ caller: { app }, body }) => {
      await requireUsers(deps, { appId: app.id, body })
      const input = { appId: app.id, body: toSigner(body) }
      const { quorum } = await callSigner(deps, 'createQuorum', input).catch(inBody)
      await storeQuorum(deps.db, toQuorumRow(app.id, quorum))
      return toWireQuorum(quorum)
    },
    find: async ({ caller: { app }, params }) => {
      const named = { appId: app.id, quorumId: params.key_quorum_id }
      return toWireQuorum((await callSigner(deps, 'readQuorum', named)).quorum)
    },
    update: async ({ caller: { app }, params, body, request: { signed } }) => {
      const named = { appId: app.id, quorumId: params.key_quorum_id }
      await requireMembers(deps, named, body)
      const request = authorizedRequest(app.id, signed)
      const { quorum } = await callSigner(deps, 'updateQuorum', { ...named, request }).catch(inBody)
      await storeQuorum(deps.db, toQuorumRow(app.id, quorum))
      return toWireQuorum(quorum)
    },
    remove: async ({ caller: { app }, params, request: { signed } }) => {
      const named = { appId: app.id, quorumId: params.key_quorum_id }
      const request = authorizedRequest(app.id, signed)
      await callSigner(deps, 'deleteQuorum', { ...named, request })
      await dropQuorum(deps.db, named)
      return { success: true }
    },
  })
}

/**
 * Refuses a change that makes users members whom the app does not have.
 *
 * @throws ApiError `not_found` for the quorum; `invalid_data` that names the user.
 */
export async function requireMembers(
  deps: Deps,
  named: { appId: string; quorumId: string },
  body: RouteRequest<typeof api.keyQuorums.update>['body'],
): Promise<void> {
  const { quorum } = await callSigner(deps, 'readQuorum', named)
  const members = quorum.userIds.map((id) => id.replace(userIdPrefix, ''))
  await requireUsers(deps, { appId: named.appId, body, members })
}

function inBody(error: unknown): never {
  throw aboutTheBody(error, 'The app has no such quorum')
}

/** Users have their prefix where the signer names them. */
function toSigner({ user_ids: userIds, ...body }: Body): SignerInput<'createQuorum'>['body'] {
  return { ...body, ...(userIds && { user_ids: userIds.map((id) => userIdPrefix + id) }) }
}
