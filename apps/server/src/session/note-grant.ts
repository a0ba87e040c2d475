import { authenticRows } from '../authority/authentic-rows.js'
import { rowMac } from '../authority/row-mac.js'
import { addSessionMark } from '../db/sessions.js'
import type { Deps } from '../deps.js'
import type { SessionCheck } from './check.js'
import { type GrantedSession, grantKept } from './wallet-grant.js'

/**
 * Notes that the browser of a session has presented the wallet grant: calls of the page that demand it accept nothing less from now on
 * (`http/wallet-grant.ts`). Logins that send no cookie of ours first don't show by themselves that their browser can.
 */
export async function noteGrant(
  deps: Pick<Deps, 'db' | 'keyEncryption' | 'config'>,
  session: GrantedSession & { check: Pick<SessionCheck, 'facts'> },
): Promise<void> {
  const { appId, sessionId, check } = session
  const facts = check.facts()
  if (facts?.session_mac == null || facts.amr.includes(grantKept)) return
  const { session_expires_at: expires_at, auth_time, session_mac: before } = facts
  const { epoch } = deps.config
  const amr = [...facts.amr, grantKept]
  const row = { app_id: appId, id: sessionId, expires_at, auth_time, amr, epoch }
  const mac = rowMac(deps.keyEncryption, authenticRows.session, row)
  await addSessionMark(deps.db, { appId, sessionId, mark: grantKept, before, mac })
}
