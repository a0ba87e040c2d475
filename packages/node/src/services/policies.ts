import type { RouteResponse } from '@sallyport/contract'
import type { PolicyRule, policies } from '@sallyport/contract/wallet-api'
import { type CallOptions, type Input, splitInput } from '../http/call-options.js'
import type { BodyOf, Send } from '../http/heads.js'
import { policyHeads as heads } from './governance-heads.js'
import { createResource, type ResourceService } from './resource.js'

type Policies = typeof policies
type RuleInput = Input<BodyOf<Policies['addRule']>>

/** What wallets may sign. */
export interface PoliciesService extends ResourceService<Policies['create'], Policies['update']> {
  createRule(policy_id: string, input: RuleInput): Promise<PolicyRule>
  getRule(rule_id: string, of: { policy_id: string }, options?: CallOptions): Promise<PolicyRule>
  listRules(policy_id: string, options?: CallOptions): Promise<PolicyRule[]>
  updateRule(rule_id: string, input: RuleInput & { policy_id: string }): Promise<PolicyRule>
  deleteRule(
    rule_id: string,
    input: { policy_id: string } & CallOptions,
  ): Promise<{ success: boolean }>
  /** Judges a request, or a draft of the policy, and signs nothing. */
  evaluate(
    policy_id: string,
    input: Input<BodyOf<Policies['evaluate']>>,
  ): Promise<RouteResponse<Policies['evaluate']>>
  /** Judges the requests of the last 31 days by a draft of the policy. */
  replay(
    policy_id: string,
    input: Input<BodyOf<Policies['replay']>>,
  ): Promise<RouteResponse<Policies['replay']>>
}

/** The service over `send`. */
export function createPolicies(send: Send): PoliciesService {
  return {
    ...createResource<Policies['create'], Policies['update']>(send, { id: 'policy_id', heads }),
    createRule: (policy_id, input) => {
      const { body, options } = splitInput<BodyOf<Policies['addRule']>>(input)
      return send(heads.addRule, { params: { policy_id }, body }, options)
    },
    getRule: (rule_id, { policy_id }, options) =>
      send(heads.findRule, { params: { policy_id, rule_id } }, options),
    listRules: async (policy_id, options) =>
      (await send(heads.listRules, { params: { policy_id } }, options)).rules,
    updateRule: (rule_id, { policy_id, ...input }) => {
      const { body, options } = splitInput<BodyOf<Policies['updateRule']>>(input)
      return send(heads.updateRule, { params: { policy_id, rule_id }, body }, options)
    },
    deleteRule: (rule_id, { policy_id, ...options }) =>
      send(heads.removeRule, { params: { policy_id, rule_id } }, options),
    evaluate: (policy_id, input) => {
      const { body, options } = splitInput<BodyOf<Policies['evaluate']>>(input)
      return send(heads.evaluate, { params: { policy_id }, body }, options)
    },
    replay: (policy_id, input) => {
      const { body, options } = splitInput<BodyOf<Policies['replay']>>(input)
      return send(heads.replay, { params: { policy_id }, body }, options)
    },
  }
}
