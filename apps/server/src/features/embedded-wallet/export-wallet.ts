import { ApiError } from '@sallyport/contract'
import type { Deps } from '../../deps.js'
import type { SessionCheck } from '../../session/check.js'
import type { DeviceRecord } from '../../session/device.js'
import type { Owner } from './owner.js'
import { readOwnRoot } from './read-rows.js'
import { recordExport } from './record-recovery.js'

/** A frame that is about to show a key to its user. */
interface ExportRequest {
  owner: Owner
  walletId: string
  session: Pick<SessionCheck, 'requireRecentLogin'>
  sessionId: string
  device: DeviceRecord
}

/**
 * Records an export before the key is opened, and tells the user on every channel.
 *
 * @throws ApiError `login_too_old` unless the user logged in or proved a factor in the last 15 minutes,
 *   `linked_account_not_found`.
 */
export async function exportWallet(request: ExportRequest, deps: Deps): Promise<{ success: true }> {
  const { owner, walletId } = request
  request.session.requireRecentLogin()
  const root = await readOwnRoot(deps, { ...owner, walletId })
  if (root?.state !== 'active') throw new ApiError('linked_account_not_found')
  await recordExport(deps, { ...request, ...owner })
  return { success: true }
}
