import { type HashKey, isKeyedHash, keyedHash } from '../authority/keyed-hash.js'

/*
 * A wallet grant says that the browser which presents it has logged in: the wallet frame's routes demand it beside the
 * access token, which the app's page and back end have too (P1). It is a keyed hash over app, user and session, so that
 * the server recomputes it without a query and nothing of it is in the database; it ends with its session.
 */

/**
 * In `amr` of a session whose browser can present the grant with every call: at the login it sent a cookie of ours, or named
 * a key of its wallet frame. A fork of the session has it too.
 */
export const grantKept = 'grant'

/**
 * In `amr` of a session whose client lets its user confirm added logins in the wallet frame: nothing less is accepted of it, also of
 * a script that sends the call.
 */
export const confirmsMark = 'confirms'

/** The session that a grant is for. */
export interface GrantedSession {
  appId: string
  /** Without prefix. */
  userId: string
  sessionId: string
}

/**
 * The grant for a session.
 *
 * @param walletKey  where the browser keeps no cookies: the public key of the wallet frame, base64url. The grant then
 *   works only together with a signature of that key.
 */
export function walletGrant(
  key: HashKey,
  session: GrantedSession,
  walletKey: string | undefined,
): string {
  const hash = keyedHash(key, 'wallet-grant', partsOf(session, walletKey))
  return Buffer.from(hash).toString('base64url')
}

/** Whether `grant` is the session's. */
export function isWalletGrant(
  key: HashKey,
  {
    grant,
    session,
    walletKey,
  }: { grant: string; session: GrantedSession; walletKey: string | undefined },
): boolean {
  const presented = Buffer.from(grant, 'base64url')
  return isKeyedHash(presented, {
    key,
    purpose: 'wallet-grant',
    parts: partsOf(session, walletKey),
  })
}

function partsOf({ appId, userId, sessionId }: GrantedSession, walletKey: string | undefined) {
  return [appId, userId, sessionId, walletKey ?? null]
}
