import { type PolicyRule, policyRuleInput } from '@sallyport/contract/wallet-api'
import { CallRefused } from '@sallyport/keyholder'
import type { SignerInput, SignerOutput } from '@sallyport/protocols/signer'
import { ExplainedRefusal, invalid } from '../refusals.js'
import { inApp } from '../rows/in-app.js'
import { newResourceId } from '../rows/resource-id.js'
import type { SignerDeps } from '../signer-deps.js'
import { parseBody } from './parse-body.js'
import { authorizePolicyChange, savePolicy } from './policies.js'
import { readPolicyRow } from './policy-rows.js'

const mostRules = 100

/** Adds a rule to a policy, by a request that the policy's owner has signed. */
export async function addRule(
  input: SignerInput<'addRule'>,
  deps: SignerDeps,
): Promise<SignerOutput<'addRule'>> {
  const { rule, notes } = await changeRules({ ...input, method: 'POST' }, deps)
  return { rule: { ...rule }, notes }
}

/** Replaces a rule of a policy. @throws CallRefused `not_found` besides what a change of the policy throws. */
export async function updateRule(
  input: SignerInput<'updateRule'>,
  deps: SignerDeps,
): Promise<SignerOutput<'updateRule'>> {
  const { rule, notes } = await changeRules({ ...input, method: 'PATCH' }, deps)
  return { rule: { ...rule }, notes }
}

/** Removes a rule of a policy. */
export async function deleteRule(
  input: SignerInput<'deleteRule'>,
  deps: SignerDeps,
): Promise<SignerOutput<'deleteRule'>> {
  await changeRules({ ...input, method: 'DELETE' }, deps)
  return {}
}

type Change = SignerInput<'addRule'> & { ruleId?: string; method: 'POST' | 'PATCH' | 'DELETE' }

/** Rules of a policy after a change of one of them, and that rule. @throws CallRefused `not_found`, `invalid_request` that names the field. */
export function rulesAfter(
  rules: readonly PolicyRule[],
  { method, ruleId = '', body }: { method: Change['method']; ruleId?: string; body: unknown },
): { rules: PolicyRule[]; rule: PolicyRule } {
  if (method === 'POST') {
    if (rules.length >= mostRules) throw invalid(`A policy has ${mostRules} rules at most`)
    const added = { ...parseBody(policyRuleInput, body), id: newResourceId() }
    return { rules: [...rules, added], rule: added }
  }
  const rule = requireRule(rules, ruleId)
  if (method === 'DELETE') return { rules: rules.filter((each) => each !== rule), rule }
  const changed = { ...parseBody(policyRuleInput, body), id: ruleId }
  return { rules: rules.map((each) => (each === rule ? changed : each)), rule: changed }
}

function changeRules({ appId, policyId, ruleId, request, method }: Change, deps: SignerDeps) {
  return inApp({ appId, kind: 'change' }, deps, async (rows) => {
    const before = await readPolicyRow({ appId, policyId }, rows)
    const { version } = before
    const isDone = await authorizePolicyChange(
      { ...{ appId, policyId, version, request, method }, part: partOf(ruleId) },
      { owner: before.owner, nowMs: deps.clock.nowMs(), acts: ['policies'] },
      rows,
    )
    if (isDone)
      throw new ExplainedRefusal('replayed', {
        message: 'The request was carried out before',
        wasCarriedOut: true,
      })
    const changed = { method, body: request.body, ...(ruleId !== undefined && { ruleId }) }
    const { rules, rule } = rulesAfter(before.rules, changed)
    const { notes } = await savePolicy({ appId, policyId, row: { ...before, rules } }, rows)
    return { rule, notes }
  })
}

function partOf(ruleId: string | undefined): string {
  return ruleId === undefined ? '/rules' : `/rules/${ruleId}`
}

function requireRule(rules: readonly PolicyRule[], ruleId: string): PolicyRule {
  const rule = rules.find(({ id }) => id === ruleId)
  if (!rule) throw new CallRefused('not_found')
  return rule
}
