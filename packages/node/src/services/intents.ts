import type { Intent, intents, WalletRpcInput } from '@sallyport/contract/wallet-api'
import { type AuthorizationContext, signaturesOf } from '../authorization/context.js'
import { type CallOptions, type Input, type InputOf, splitInput } from '../http/call-options.js'
import type { CallConfig } from '../http/config.js'
import type { BodyOf, QueryOf, Send } from '../http/heads.js'
import { type Pages, pagesOf } from '../http/pages.js'
import { intentHeads as heads } from './governance-heads.js'

type Intents = typeof intents

/** Requests that wait for signatures of a quorum. */
export interface IntentsService {
  rpc(wallet_id: string, input: InputOf<WalletRpcInput>): Promise<Intent>
  transfer(wallet_id: string, input: Input<BodyOf<Intents['transfer']>>): Promise<Intent>
  updateWallet(wallet_id: string, input: Input<BodyOf<Intents['updateWallet']>>): Promise<Intent>
  updatePolicy(policy_id: string, input: Input<BodyOf<Intents['updatePolicy']>>): Promise<Intent>
  createPolicyRule(policy_id: string, input: Input<BodyOf<Intents['addRule']>>): Promise<Intent>
  updatePolicyRule(
    rule_id: string,
    input: Input<BodyOf<Intents['updateRule']>> & { policy_id: string },
  ): Promise<Intent>
  deletePolicyRule(rule_id: string, input: { policy_id: string } & CallOptions): Promise<Intent>
  updateKeyQuorum(
    key_quorum_id: string,
    input: Input<BodyOf<Intents['updateKeyQuorum']>>,
  ): Promise<Intent>
  list(query?: QueryOf<Intents['list']>, options?: CallOptions): Pages<Intent>
  get(intent_id: string, options?: CallOptions): Promise<Intent>
  /** Adds the signatures of a context; the last one that is needed carries the request out. */
  authorize(
    intent_id: string,
    input: CallOptions & { authorization_context: AuthorizationContext },
  ): Promise<Intent>
  reject(intent_id: string, options?: CallOptions): Promise<Intent>
}

/** The service over `send`. */
export function createIntents(
  send: Send,
  config: Pick<CallConfig, 'appId' | 'exchange' | 'nowMs'>,
): IntentsService {
  const get = (intent_id: string, options?: CallOptions) =>
    send(heads.find, { params: { intent_id } }, options)
  return {
    get,
    rpc: (wallet_id, input) => {
      const { body, options } = splitInput<Record<string, unknown>>(input)
      return send(heads.rpc, { params: { wallet_id }, body }, options)
    },
    transfer: (wallet_id, input) => {
      const { body, options } = splitInput<BodyOf<Intents['transfer']>>(input)
      return send(heads.transfer, { params: { wallet_id }, body }, options)
    },
    updateWallet: (wallet_id, input) => {
      const { body, options } = splitInput<BodyOf<Intents['updateWallet']>>(input)
      return send(heads.updateWallet, { params: { wallet_id }, body }, options)
    },
    updatePolicy: (policy_id, input) => {
      const { body, options } = splitInput<BodyOf<Intents['updatePolicy']>>(input)
      return send(heads.updatePolicy, { params: { policy_id }, body }, options)
    },
    createPolicyRule: (policy_id, input) => {
      const { body, options } = splitInput<BodyOf<Intents['addRule']>>(input)
      return send(heads.addRule, { params: { policy_id }, body }, options)
    },
    updatePolicyRule: (rule_id, { policy_id, ...input }) => {
      const { body, options } = splitInput<BodyOf<Intents['updateRule']>>(input)
      return send(heads.updateRule, { params: { policy_id, rule_id }, body }, options)
    },
    deletePolicyRule: (rule_id, { policy_id, ...options }) =>
      send(heads.removeRule, { params: { policy_id, rule_id } }, options),
    updateKeyQuorum: (key_quorum_id, input) => {
      const { body, options } = splitInput<BodyOf<Intents['updateKeyQuorum']>>(input)
      return send(heads.updateKeyQuorum, { params: { key_quorum_id }, body }, options)
    },
    list: (query = {}, options) =>
      pagesOf((cursor = query.cursor) =>
        send(heads.list, { query: { ...query, cursor } }, options),
      ),
    authorize: async (intent_id, { authorization_context: context, ...options }) => {
      let intent = await get(intent_id, options)
      const { method, url, body } = intent.request_details
      const expiry = intent.custom_expiry ? intent.expires_at : undefined
      const request = { method, url, app_id: config.appId, body, request_expiry: expiry }
      // Each call takes one signature.
      for (const signature of await signaturesOf(request, context, config.exchange)) {
        const given = { params: { intent_id }, body: { signature, timestamp: config.nowMs() } }
        intent = await send(heads.authorize, given, options)
      }
      return intent
    },
    reject: (intent_id, options) => send(heads.reject, { params: { intent_id } }, options),
  }
}
