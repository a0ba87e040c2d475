import { createHash } from 'node:crypto'
import type { Session } from '@sallyport/contract'
import type { App } from '../apps/app.js'
import { type NewSession, openSession } from '../db/sessions.js'
import type { ProvenAccount } from '../db/users.js'
import type { Deps } from '../deps.js'
import { toWireUser, type UserRecord } from '../identity/user.js'
import { randomId, randomToken } from '../ports/random.js'
import { signAccessToken } from '../tokens/access-token.js'
import { signIdentityToken } from '../tokens/identity-token.js'

const day = 86_400_000
/** A refresh token that is not used for so long is dead (security design 3.1). */
export const idleMs = 30 * day
/** A session ends after so long, however often it was refreshed. */
export const absoluteMs = 90 * day

/** What a login adds to the session answer. */
export interface Login {
  app: App
  userId: string
  account: ProvenAccount
  isNewUser: boolean
}

/** A session that is to be opened: what the database takes, and the token nobody but the client gets. */
export interface SessionDraft {
  row: NewSession
  refreshToken: string
}

/** A new session with its first refresh token, not stored yet. */
export function draftSession(deps: Pick<Deps, 'random' | 'clock'>, app: App): SessionDraft {
  const refreshToken = randomToken(deps.random)
  const nowMs = deps.clock.nowMs()
  return {
    refreshToken,
    row: {
      appId: app.id,
      sessionId: randomId(deps.random),
      tokenHash: hashToken(refreshToken),
      nowMs,
      expiresAtMs: nowMs + absoluteMs,
      idleAtMs: nowMs + idleMs,
    },
  }
}

/** Opens a new session for a user who has just proven an account, and answers its tokens. */
export async function openLogin(deps: Deps, login: Login): Promise<Session> {
  const { app, userId, account, isNewUser } = login
  const draft = draftSession(deps, app)
  const user = await openSession(deps.db, { ...draft.row, userId }, account)
  if (user === undefined) throw new Error('The user of a new session has vanished')
  return answerLogin(deps, { app, user, draft, isNewUser })
}

/** The answer to a login whose session is open. */
export function answerLogin(
  deps: Pick<Deps, 'config' | 'clock'>,
  login: { app: App; user: UserRecord; draft: SessionDraft; isNewUser: boolean },
): Session {
  const { app, user, draft, isNewUser } = login
  const { refreshToken, row } = draft
  const answer = toSession(deps, { app, user, sessionId: row.sessionId, refreshToken })
  return { ...answer, is_new_user: isNewUser }
}

/** The session answer with fresh tokens for an open session (wire reference §9.1). */
export function toSession(
  deps: Pick<Deps, 'config' | 'clock'>,
  open: { app: App; user: UserRecord; sessionId: string; refreshToken: string },
): Session {
  const { app, sessionId, refreshToken } = open
  const user = toWireUser(open.user)
  const input = {
    key: app.key,
    issuer: deps.config.tokenIssuer,
    appId: app.id,
    userId: open.user.id,
    nowMs: deps.clock.nowMs(),
  }
  return {
    user,
    token: signAccessToken({ ...input, sessionId }),
    privy_access_token: null,
    refresh_token: refreshToken,
    identity_token: signIdentityToken({ ...input, user }),
    session_update_action: 'set',
  }
}

/** What the database holds of a refresh token. */
export function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}
