import { ApiError } from '@sallyport/contract'
import { authenticRows } from '../../authority/authentic-rows.js'
import { isRowMac } from '../../authority/row-mac.js'
import { refuseRow } from '../../authority/row-refused.js'
import { findOpenRequest, type ProgramRequestRow } from '../../db/program-requests.js'
import type { Deps } from '../../deps.js'
import { codeHashes, readUserCode } from './codes.js'

/**
 * The request whose code a user has typed, while it waits.
 *
 * @throws ApiError `not_found` for a code that is wrong, used or over: which of these is not said.
 */
export async function requireOpenRequest(
  deps: Deps,
  { appId, userCode }: { appId: string; userCode: string },
): Promise<ProgramRequestRow> {
  const code = readUserCode(userCode)
  if (code === undefined) throw noRequest()
  const hashes = codeHashes(deps.keyEncryption, { appId, kind: 'user', code })
  const found = await findOpenRequest(deps.db, { appId, hashes, nowMs: deps.clock.nowMs() })
  if (found === undefined) throw noRequest()
  return requireAuthenticRequest(deps, found)
}

/** The same request. @throws RowRefused for one that this server did not store. */
export function requireAuthenticRequest<R extends ProgramRequestRow>(deps: Deps, row: R): R {
  const signed = { key: deps.keyEncryption, of: authenticRows.programRequest, row }
  if (isRowMac(row.mac, signed)) return row
  throw refuseRow(deps, { table: 'program_request', appId: row.app_id })
}

function noRequest(): ApiError {
  return new ApiError('not_found', { message: 'No program waits with this code' })
}
