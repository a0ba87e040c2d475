import { type FlowRow, storeOutcome } from '../../db/oauth-flows.js'
import type { Deps } from '../../deps.js'
import { randomToken } from '../../ports/random.js'
import { codeLifeMs, type Outcome, sealPart } from './flow.js'
import { flowMac, hashFlowSecret } from './stored-flow.js'

/** Keeps what became of a visit, for the one-time code that this returns. */
export async function keepOutcome(deps: Deps, flow: FlowRow, outcome: Outcome): Promise<string> {
  const code = randomToken(deps.random)
  const key = deps.keyEncryption
  const kept = {
    code_hash: hashFlowSecret(key, 'oauth-code', code),
    outcome: sealPart(deps, flow, { outcome }),
    expires_at: deps.clock.nowMs() + codeLifeMs,
  }
  const mac = flowMac(key, { ...flow, ...kept })
  await storeOutcome(deps.db, { stateHash: flow.state_hash, ...kept, mac })
  return code
}
