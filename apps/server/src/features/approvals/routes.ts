import { ApiError, api, userIdPrefix } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import type { IntentRow } from '../../db/wallet-intents.js'
import type { Deps } from '../../deps.js'
import { hourMs, perUser, type Spender } from '../../http/budgets.js'
import { type FrameCaller, type Implementation, implement } from '../../http/implement.js'
import { requireSettledLogin } from '../../identity/settled-login.js'
import { callSigner } from '../../wallet-api/call-signer.js'
import type { CarryOut } from '../../wallet-api/carry-out.js'
import { collections, requestOf } from '../../wallet-api/intent-request.js'
import {
  authorizeIntent,
  describe,
  rejectIntent,
  requireWaiting,
} from '../../wallet-api/intents/authorize.js'
import { requireIntent, settle } from '../../wallet-api/intents/signatures.js'

const looks = (_request: unknown, spender: Spender) => [
  perUser('approvals', spender, { points: 300, windowMs: hourMs }),
]

/** What members of quorums who are users see and do on the approval page (docs/features/approvals.md). */
export function approvalRoutes(deps: Deps, { carryOut }: { carryOut: CarryOut }): Implementation[] {
  return implement(api.approvals, {
    describe: {
      budgets: looks,
      handle: async ({ caller, params, body }) => {
        const { app } = caller
        const found = await requireIntent(deps.db, { appId: app.id, intentId: params.intent_id })
        const { row } = await settle(deps, found)
        const { signatures: _, ...request } = requestOf(row)
        const shown = {
          status: row.status,
          expires_at: row.expires_at,
          request: { ...request, method: row.method, body: row.body ?? {} },
        }
        if (row.status !== 'pending') {
          await requireMember(deps, caller, row)
          return { ...shown, sealed_facts: null }
        }
        const input = {
          ...approvalOf(caller, row),
          ephemeralPublicKey: body.ephemeral_public_key,
        }
        await pinKey(deps, app)
        const { sealed } = await callSigner(deps, 'describeApproval', input)
        return { ...shown, sealed_facts: sealed }
      },
    },
    approve: {
      terms: 'accepted',
      budgets: looks,
      handle: async ({ caller, params, body, request: { device } }) => {
        const { app, session } = caller
        const facts = session.facts()
        if (facts === undefined) throw new Error('The session was not judged')
        // A script in the app's page can add a login of its author's, who then approves by it elsewhere (P8).
        await requireSettledLogin(deps, { ...caller, facts, device, secretSetAtMs: undefined })
        const named = { appId: app.id, intentId: params.intent_id }
        const { row } = await settle(deps, await requireIntent(deps.db, named))
        requireWaiting(row)
        const input = { ...approvalOf(caller, row), publicKey: body.public_key }
        await pinKey(deps, app)
        await callSigner(deps, 'addApprovalKey', input)
        const added = { signature: body.signature, carryOut }
        const { status } = await authorizeIntent(deps, { app, intentId: row.intent_id }, added)
        return { status }
      },
    },
    reject: {
      budgets: looks,
      handle: async ({ caller, params }) => {
        const { app } = caller
        const named = { appId: app.id, intentId: params.intent_id }
        await requireMember(deps, caller, await requireIntent(deps.db, named))
        const { status } = await rejectIntent(deps, { app, intentId: params.intent_id })
        return { status }
      },
    },
  })
}

/** The signer verifies the user's token by the app's key, which it must have seen before. */
async function pinKey(deps: Deps, { id: appId, verificationKey }: App): Promise<void> {
  const { tokenIssuer: issuer } = deps.config
  await callSigner(deps, 'pinAppKey', { appId, issuer, verificationKey })
}

/** An intent's request, for a user who is asked to approve it. */
function approvalOf({ app, userId, accessToken }: FrameCaller, row: IntentRow) {
  return {
    ...{ appId: app.id, userId: userIdPrefix + userId, accessToken },
    ...{ resource: collections[row.intent_type], id: row.resource_id, request: requestOf(row) },
  }
}

/** @throws ApiError `not_found` for users who are in no quorum that may sign. */
async function requireMember(
  deps: Deps,
  { app, userId }: { app: App; userId: string },
  row: IntentRow,
): Promise<void> {
  const { authorization_details: details } = await describe(deps, { app, row })
  const members = details
    .flatMap((each) => each.members)
    .flatMap((each) => (each.type === 'key_quorum' ? each.members : [each]))
  const isMember = members.some(
    (each) => each.type === 'user' && each.user_id === userIdPrefix + userId,
  )
  if (!isMember) throw new ApiError('not_found', { message: 'Intent not found' })
}
