import { ApiError, api } from '@sallyport/contract'
import type { Policy, PolicyRule } from '@sallyport/contract/wallet-api'
import type { Deps } from '../../deps.js'
import { type Implementation, implement, type SignedRequest } from '../../http/implement.js'
import { oncePerKey } from '../../http/once-per-key.js'
import { authorizedRequest } from '../../wallet-api/authorized-request.js'
import { aboutTheBody, callSigner } from '../../wallet-api/call-signer.js'
import { withPrefix } from '../../wallet-api/owner-in-body.js'
import { requireSpelledAddresses } from '../../wallet-api/require-spelled.js'
import { requireUsers } from '../../wallet-api/require-users.js'
import { evaluate } from './evaluate.js'

/** What wallets may sign (wire reference §27, §40). The signer has the policies, and reads each change from the signed bytes. */
export function policyRoutes(deps: Deps): Implementation[] {
  return implement(api.policies, {
    create: ({ caller: { app }, body, request: { signed } }) =>
      oncePerKey(
        deps,
        {
          appId: app.id,
          key: signed.idempotencyKey,
          request: { url: signed.url, body: signed.body },
          isKept: () => true,
        },
        async () => {
          requireSpelledAddresses(body)
          await requireUsers(deps, { appId: app.id, body })
          const input = { appId: app.id, body: withPrefix(body) }
          return asSaved(await callSigner(deps, 'createPolicy', input).catch(inBody))
        },
      ),
    find: async ({ caller: { app }, params: { policy_id: policyId } }) => {
      const { policy } = await callSigner(deps, 'readPolicy', { appId: app.id, policyId })
      return asPolicy(policy)
    },
    update: async ({ caller: { app }, params, body, request: { signed } }) => {
      await requireUsers(deps, { appId: app.id, body })
      const change = changeOf(app.id, params, signed)
      return asSaved(await callSigner(deps, 'updatePolicy', change))
    },
    remove: async ({ caller: { app }, params, request: { signed } }) => {
      await callSigner(deps, 'deletePolicy', changeOf(app.id, params, signed))
      return { success: true }
    },
    addRule: async ({ caller: { app }, params, request: { signed } }) =>
      asRule(await callSigner(deps, 'addRule', changeOf(app.id, params, signed))),
    listRules: async ({ caller: { app }, params: { policy_id: policyId } }) => {
      const { policy } = await callSigner(deps, 'readPolicy', { appId: app.id, policyId })
      return { rules: asPolicy(policy).rules }
    },
    findRule: async ({ caller: { app }, params: { policy_id: policyId, rule_id: ruleId } }) => {
      const { policy } = await callSigner(deps, 'readPolicy', { appId: app.id, policyId })
      return requireRule(asPolicy(policy), ruleId)
    },
    updateRule: async ({ caller: { app }, params, request: { signed } }) => {
      const change = { ...changeOf(app.id, params, signed), ruleId: params.rule_id }
      return asRule(await callSigner(deps, 'updateRule', change))
    },
    removeRule: async ({ caller: { app }, params, request: { signed } }) => {
      const change = { ...changeOf(app.id, params, signed), ruleId: params.rule_id }
      await callSigner(deps, 'deleteRule', change)
      return { success: true }
    },
    evaluate: ({ caller: { app }, params, body }) =>
      evaluate(deps, { appId: app.id, policyId: params.policy_id, body }),
    replay: async ({ caller: { app }, params: { policy_id: policyId }, body: { draft } }) => {
      const input = { appId: app.id, policyId, draft }
      const { newlyRefused, newlyAllowed, changes, judged } = await callSigner(
        deps,
        'replayPolicy',
        input,
      )
      return {
        judged,
        newly_refused: newlyRefused,
        newly_allowed: newlyAllowed,
        changes: changes.map(({ walletId, wasAllowed, ...change }) => ({
          ...change,
          wallet_id: walletId,
          was_allowed: wasAllowed,
        })),
      }
    },
  })
}

/** A signed change of a policy. */
function changeOf(appId: string, params: { policy_id: string }, signed: SignedRequest) {
  return { appId, policyId: params.policy_id, request: authorizedRequest(appId, signed) }
}

function inBody(error: unknown): never {
  throw aboutTheBody(error, 'The app has no such quorum, limit or condition set')
}

/** The signer's rules are those that the contract's schema has let in; `strip` checks the answer. */
const asPolicy = (policy: object) => policy as Policy
/** A policy that was saved, with what looks like a mistake in it. */
const asSaved = ({ policy, notes }: { policy: object; notes: Policy['notes'] }) =>
  asPolicy({ ...policy, ...(notes?.length && { notes }) })
const asRule = ({ rule, notes }: { rule: object; notes: PolicyRule['notes'] }) =>
  ({ ...rule, ...(notes?.length && { notes }) }) as PolicyRule

/** @throws ApiError `not_found` */
function requireRule({ rules }: Policy, id: string): PolicyRule {
  const rule = rules.find((each) => each.id === id)
  if (rule === undefined) throw new ApiError('not_found', { message: 'Rule not found' })
  return rule
}
