import { type FlowRow, storeOutcome } from '../../db/oauth-flows.js'
import type { Deps } from '../../deps.js'
import { randomToken } from '../../ports/random.js'
import { codeLifeMs, hashText, type Outcome, sealPart } from './flow.js'

/** Keeps what became of a visit, for the one-time code that this returns. */
export async function keepOutcome(deps: Deps, flow: FlowRow, outcome: Outcome): Promise<string> {
  const code = randomToken(deps.random)
  await storeOutcome(deps.db, {
    stateHash: flow.state_hash,
    code_hash: hashText(code),
    outcome: sealPart(deps, flow, { outcome }),
    expires_at: deps.clock.nowMs() + codeLifeMs,
  })
  return code
}
