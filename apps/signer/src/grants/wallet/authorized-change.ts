import { CallRefused } from '@sallyport/keyholder'
import type { AuthorizedRequest } from '@sallyport/protocols/signer'
import { authorize, type Quorum } from '../../authorize.js'

/** A change of a thing that a quorum owns, as the client has signed it. */
interface Change {
  appId: string
  request: AuthorizedRequest
  method: 'PATCH' | 'DELETE'
  /** The end of the path: `wallets` and `key_quorums`, with the id. */
  thing: readonly [collection: string, id: string]
}

/**
 * Passes when the owner has signed this change of this thing. Without an owner the app's secret, which the API has checked, is
 * enough.
 *
 * @throws CallRefused `invalid_request` for another thing or method, `wrong_signature`.
 */
export function authorizeChange(
  { appId, request, method, thing }: Change,
  { owner, nowMs }: { owner: Quorum | null; nowMs: number },
): void {
  const [collection, id] = thing
  const isAbout =
    /^https?:\/\/[^?#]+$/.test(request.url) && request.url.endsWith(`/${collection}/${id}`)
  if (!isAbout || (request.method ?? 'POST') !== method)
    throw new CallRefused('invalid_request', new Error('The request is about something else'))
  authorize(request, { appId, quorums: owner === null ? [] : [owner], nowMs })
}
