import type { RouteRequest, RouteResponse } from '@sallyport/contract'
import type { policies } from '@sallyport/contract/wallet-api'
import type { Deps } from '../../deps.js'
import { callSigner } from '../../wallet-api/call-signer.js'
import { requireSpelledAddresses } from '../../wallet-api/require-spelled.js'

type Body = RouteRequest<typeof policies.evaluate>['body']

/** What a policy, or a draft of it, says of a request. Nothing is signed, and no limit is used. */
export async function evaluate(
  deps: Deps,
  { appId, policyId, body }: { appId: string; policyId: string; body: Body },
): Promise<RouteResponse<typeof policies.evaluate>> {
  requireSpelledAddresses(body)
  const { evaluation } = await callSigner(deps, 'evaluatePolicy', {
    appId,
    policyId,
    body: body.request,
    ...(body.draft !== undefined && { draft: body.draft }),
    ...(body.wallet_id !== undefined && { walletId: body.wallet_id }),
  })
  const { allowed, rule, refusal, limits } = evaluation
  return {
    allowed,
    reason: refusal?.reason ?? null,
    rule: refusal ? refusal.rule : rule,
    field: refusal?.field ?? null,
    seen: refusal?.seen ?? null,
    expected: refusal?.expected ?? null,
    limits,
  }
}
