import { ApiError, api, isApiError } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import type { IntentRow } from '../../db/wallet-intents.js'
import type { Deps } from '../../deps.js'
import type { Implementation } from '../../http/implement.js'
import { proposeCalled } from './propose.js'

/** The kind of what each call proposes. */
const types = {
  rpc: 'RPC',
  transfer: 'TRANSFER',
  updateWallet: 'WALLET',
  updatePolicy: 'POLICY',
  addRule: 'RULE',
  updateRule: 'RULE',
  removeRule: 'RULE',
  updateKeyQuorum: 'KEY_QUORUM',
} as const satisfies Partial<Record<keyof typeof api.intents, IntentRow['intent_type']>>

/**
 * Lets a call that some of its members have signed wait for the others: the refusal names the intent that was made of it. Calls that
 * intents have no kind for stay as they are.
 */
export function orWait(deps: Deps, implementations: readonly Implementation[]): Implementation[] {
  return implementations.map((implementation) => {
    const type = typeOf(implementation)
    if (type === undefined) return implementation
    const handle: Implementation['handle'] = async (call) => {
      try {
        return await implementation.handle(call)
      } catch (error) {
        if (!isApiError(error) || error.code !== 'awaiting_approval') throw error
        // Callers of these routes have an app, and their first parameter names the resource.
        const { app } = call.caller as { app: App }
        const [resourceId = '', ruleId] = Object.values(call.params as Record<string, string>)
        const { signed } = call.request
        const proposal = { type, resourceId, signed, ...(ruleId !== undefined && { ruleId }) }
        const intent = await proposeCalled(deps, app, proposal).catch((problem: unknown) => {
          // The signer keeps no quorum of a wallet that a user has delegated: its requests don't wait.
          throw isApiError(problem) && problem.code === 'not_found' ? error : problem
        })
        throw new ApiError('awaiting_approval', {
          message: error.message,
          data: { ...error.data, intent_id: intent.intent_id, intent },
          cause: error,
        })
      }
    }
    return { ...implementation, handle }
  })
}

function typeOf({ route }: Implementation): IntentRow['intent_type'] | undefined {
  // The keys of the table are names of the group.
  const names = Object.keys(types) as (keyof typeof types)[]
  const name = names.find((each) => {
    const { method, path } = api.intents[each]
    return method === route.method && path === `/intents${route.path}`
  })
  return name && types[name]
}
