import type { CrossAppRequester } from '@sallyport/contract'
import { notify } from '../../../audit/notify.js'
import { recordEvent } from '../../../audit/record-event.js'
import { authenticRows } from '../../../authority/authentic-rows.js'
import { isRowMac, rowMac } from '../../../authority/row-mac.js'
import { refuseRow } from '../../../authority/row-refused.js'
import { type CrossAppGrantRow, deleteGrant, storeGrant } from '../../../db/cross-app-grants.js'
import type { Deps } from '../../../deps.js'
import type { UserCaller } from '../../../http/implement.js'
import { randomId } from '../../../ports/random.js'
import { type DeviceRecord, describeForAudit } from '../../../session/device.js'
import { grantLifeMs } from './token.js'

/** Who calls, and from which browser. */
export interface Granting {
  caller: Pick<UserCaller, 'app' | 'userId' | 'sessionId'>
  device: DeviceRecord
}

/** Names an app as the one that a grant is for. */
export const appRequester = (appId: string) => `app:${appId}`
/** Names a site's browser, by the key it made for the connection. */
export const siteRequester = (publicKey: string) => `key:${publicKey}`

/** Keeps what a user grants, and tells the user. Gives the grant's id and its end in Unix milliseconds. */
export async function keepGrant(
  deps: Deps,
  { caller: { app, userId, sessionId }, device }: Granting,
  granted: { requester: CrossAppRequester; key: string; addresses: string[] },
): Promise<{ id: string; expiresAtMs: number }> {
  const { requester, key, addresses } = granted
  const owner = { appId: app.id, userId }
  const nowMs = deps.clock.nowMs()
  const id = randomId(deps.random)
  await deps.db.transaction().execute(async (db) => {
    const row = {
      id,
      app_id: app.id,
      user_id: userId,
      requester: key,
      requester_app_id: requester.app_id,
      requester_origin: requester.origin,
      requester_name: requester.name,
      addresses,
      created_at: nowMs,
      expires_at: nowMs + grantLifeMs,
    }
    const mac = rowMac(deps.keyEncryption, authenticRows.crossAppGrant, row)
    await storeGrant(db, { ...row, mac })
    const data = describeForAudit(device)
    const event = await recordEvent(db, { kind: 'wallet_shared', ...owner, sessionId, data, nowMs })
    await notify(db, { event })
  })
  return { id, expiresAtMs: nowMs + grantLifeMs }
}

/** The same grant. @throws RowRefused for one that this server did not store. */
export function requireAuthenticGrant<G extends CrossAppGrantRow | undefined>(
  deps: Deps,
  row: G,
): G {
  if (row === undefined) return row
  const signed = { key: deps.keyEncryption, of: authenticRows.crossAppGrant, row }
  if (isRowMac(row.mac, signed)) return row
  throw refuseRow(deps, { table: 'cross_app_grant', appId: row.app_id, userId: row.user_id })
}

/** Ends a grant; the next request that it is for is refused. Does nothing for one that is over. */
export async function endGrant(
  deps: Deps,
  { caller: { app, userId, sessionId }, device }: Granting,
  id: string,
): Promise<void> {
  const owner = { appId: app.id, userId }
  await deps.db.transaction().execute(async (db) => {
    if (!(await deleteGrant(db, { ...owner, id }))) return
    const nowMs = deps.clock.nowMs()
    const data = describeForAudit(device)
    const kind = 'wallet_share_ended'
    await recordEvent(db, { kind, ...owner, sessionId, data, nowMs })
  })
}
