import { readSessionFacts } from '../db/open-session.js'
import type { Deps } from '../deps.js'
import type { AppCaller } from '../http/implement.js'

/**
 * The user for whom a proof is started: linking begins by the same call as a login, with the user's access token (wire
 * reference §11). `undefined` is a login, also when the session of the token is over.
 */
export async function findLinkingUser(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { app, tokenUserId: userId, sessionId }: AppCaller,
): Promise<string | undefined> {
  if (userId === undefined || sessionId === undefined) return undefined
  const presented = { appId: app.id, userId, sessionId, nowMs: clock.nowMs(), epoch: config.epoch }
  return (await readSessionFacts(db, presented)) === undefined ? undefined : userId
}
