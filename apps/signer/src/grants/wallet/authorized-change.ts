import { CallRefused } from '@sallyport/keyholder'
import type { AuthorizedRequest } from '@sallyport/protocols/signer'
import { authorize } from '../../authorize.js'
import { quorumOf } from './quorum-rows.js'
import type { VersionedRow } from './row-versions.js'
import type { RowDeps } from './wallet-rows.js'

/** A change of a thing that a quorum owns, as the client has signed it. */
interface Change {
  /** The row of before. */
  row: VersionedRow
  request: AuthorizedRequest
  method: 'PATCH' | 'DELETE'
}

/** What carries out a change: its name goes with the row that it writes. */
interface AuthorizedChange {
  request: string
  /** The row is as this request has made it, which was sent again: there is nothing to do. */
  isDone: boolean
}

const collections = { wallet: 'wallets', key_quorum: 'key_quorums' } as const

/**
 * Passes when the owner has signed this change of this thing. Without an owner the app's secret, which the API has checked, is
 * enough. What an owner has signed changes the thing once: to send it again later would undo what was changed since.
 *
 * @param demand.owner  Id of the quorum.
 * @throws CallRefused `invalid_request` for another thing or method; `wrong_signature`, also for a request that was carried out
 *   before another change.
 */
export async function authorizeChange(
  { row, request, method }: Change,
  { owner, nowMs }: { owner: string | null; nowMs: number },
  rows: RowDeps,
): Promise<AuthorizedChange> {
  const { appId, table, id } = row
  const isAbout =
    /^https?:\/\/[^?#]+$/.test(request.url) && request.url.endsWith(`/${collections[table]}/${id}`)
  if (!isAbout || (request.method ?? 'POST') !== method)
    throw new CallRefused('invalid_request', new Error('The request is about something else'))
  const quorums = owner === null ? [] : [await quorumOf({ appId, quorumId: owner }, rows)]
  const name = authorize(request, { appId, quorums, nowMs }).toString('base64url')
  const made = rows.versions.madeBy(row, name)
  if (owner !== null && made !== undefined && made !== row.version)
    throw new CallRefused('wrong_signature', new Error('The request was carried out before'))
  return { request: name, isDone: owner !== null && made !== undefined }
}
