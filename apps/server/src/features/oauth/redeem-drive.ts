import { ApiError } from '@sallyport/contract'
import { useFlow } from '../../db/oauth-flows.js'
import type { Deps } from '../../deps.js'
import { type Redeeming, readOutcome } from './redeem.js'

/**
 * Exchanges a client's code for access to the folder of the app's data in the user's Google Drive.
 *
 * @throws ApiError those of `readOutcome`, and `token_already_used` for a code that was used meanwhile.
 */
export async function redeemDrive(deps: Deps, input: Redeeming): Promise<{ access_token: string }> {
  const { flow, outcome } = await readOutcome(deps, input)
  const nowMs = deps.clock.nowMs()
  const isFirst = await useFlow(deps.db, { stateHash: flow.state_hash, nowMs })
  if (!isFirst || outcome.tokens === undefined) throw new ApiError('token_already_used')
  return { access_token: outcome.tokens.accessToken }
}
