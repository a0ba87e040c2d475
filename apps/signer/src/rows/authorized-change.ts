import type { AuthorizedRequest } from '@sallyport/protocols/signer'
import { authorize } from '../quorum/authorize.js'
import type { GovernedAct } from '../quorum/roles.js'
import { ExplainedRefusal, invalid } from '../refusals.js'
import { quorumOf } from './quorum-rows.js'
import type { RowDeps } from './row-deps.js'
import type { VersionedRow } from './row-versions.js'

/** A change of a thing that a quorum owns, as the client has signed it. */
interface Change {
  appId: string
  /** The row of before. */
  row: Omit<VersionedRow, 'appId'>
  request: AuthorizedRequest
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The end of the path, such as `/wallets/<id>`. */
  path: string
}

/** Who has to sign, and for what. */
interface Demand {
  /** Id of the quorum. Null asks for no signature: the app's secret, which the API has checked, is enough. */
  owner: string | null
  /** Keys with a role may not do everything: the quorum has to be met for each. */
  acts: readonly GovernedAct[]
  nowMs: number
}

/**
 * Passes when the owner has signed this change of this thing. What an owner has signed changes the thing once: to send it again later
 * would undo what was changed since.
 *
 * @returns Whether the row is as this request has made it, which was sent again: there is nothing to do.
 * @throws CallRefused `invalid_request` for another thing or method; `wrong_signature`, also for a request that was carried out before
 *   another change; `not_found` for a quorum that is gone.
 */
export async function authorizeChange(
  { appId, row, request, method, path }: Change,
  { owner, acts, nowMs }: Demand,
  rows: RowDeps,
): Promise<boolean> {
  if (!isUrlOf(request.url, path)) throw invalid('The signed request is for another URL')
  if ((request.method ?? 'POST') !== method) throw invalid('The signed request has another method')
  const quorums =
    owner === null ? [] : [await quorumOf({ appId, quorumId: owner, request }, { ...rows, nowMs })]
  let name = ''
  for (const act of acts)
    name = authorize(request, { appId, quorums, nowMs, act }).digest.toString('base64url')
  if (owner === null) return false
  const made = rows.versions.madeBy({ appId, ...row }, name)
  if (made !== undefined && made !== row.version)
    throw new ExplainedRefusal('wrong_signature', {
      message: 'The request was carried out before',
      wasCarriedOut: true,
    })
  rows.request = name
  return made !== undefined
}

/**
 * Whether a URL is the one of a path under `/v1` or `/api/v1` of some origin. A client with a slash at the end of its base URL signs two of
 * them (wire.md 38).
 */
function isUrlOf(url: string, path: string): boolean {
  if (!url.endsWith(path)) return false
  const start = url.slice(0, url.length - path.length)
  const [, prefix = ''] = /^https?:\/\/[^/?#@\s]+(\/[\w./-]*)$/.exec(start) ?? []
  return prefix.endsWith('/v1') && !prefix.includes('..')
}
