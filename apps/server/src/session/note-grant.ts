import { sessionMac } from '../authority/session-mac.js'
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
  const { session_expires_at: expiresAtMs, auth_time: authTimeMs, session_mac: before } = facts
  const amr = [...facts.amr, grantKept]
  const claims = { appId, sessionId, expiresAtMs, authTimeMs, amr, epoch: deps.config.epoch }
  const mac = sessionMac(deps.keyEncryption, claims)
  await addSessionMark(deps.db, { appId, sessionId, mark: grantKept, before, mac })
}
