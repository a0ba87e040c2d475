import type { AuthorizedRequest } from '@sallyport/protocols/signer'
import { answerOnce, type Completion, nameOfRequest, readAnswered } from '../../answered.js'
import type { Authorization } from '../../quorum/authorize.js'
import { requireSameButFees } from './same-but-fees.js'

/**
 * What a request of a wallet is completed with: the first time what the API gives, later the same again. One that replaces what was signed
 * may have other fees.
 *
 * @throws CallRefused `replayed`; `invalid_request` for one that replaces nothing, or differs in more than fees.
 */
export async function completeOnce(
  {
    walletId,
    request,
    authorization,
    replaces,
    ...given
  }: Completion & {
    walletId: string
    request: AuthorizedRequest
    authorization: Authorization
    replaces: boolean
  },
  deps: Parameters<typeof answerOnce>[1],
): Promise<Completion> {
  const name = nameOfRequest(request, authorization)
  // A request without a name is the API's word each time: only its nonce ties it to another one.
  if (name === null) return given
  const place = { walletId, name }
  if (replaces) {
    const signed = await readAnswered({ place, request, given }, deps)
    requireSameButFees(signed.filled, given.filled)
    return { ...signed, filled: given.filled }
  }
  const isKeyed = request.headers['privy-idempotency-key'] !== undefined
  const isComplete = given.filled.length === 0 && given.rpc === undefined
  // What its owner has signed as a whole gives the same bytes each time.
  if (isComplete && !isKeyed) return given
  return answerOnce({ place, request, authorization, given }, deps)
}
