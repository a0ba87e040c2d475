import type { Session } from '@sallyport/contract'
import type { App } from '../apps/app.js'
import { bindToken } from '../authority/bound-token.js'
import type { Deps } from '../deps.js'
import { toWireUser, type UserRecord } from '../identity/user.js'
import { signAccessToken } from '../tokens/access-token.js'
import { signIdentityToken } from '../tokens/identity-token.js'
import { noteOpened, type SessionOrigin } from './opened-session.js'

const day = 86_400_000
/** A refresh token that is not used for so long is dead (security design 3.1). */
export const idleMs = 30 * day
/** A session ends after so long, however often it was refreshed. */
export const absoluteMs = 90 * day

/** The session answer with fresh tokens for an open session (wire reference §9.1). `by` says what opened or refreshed it. */
export function toSession(
  deps: Pick<Deps, 'config' | 'clock' | 'keyEncryption'>,
  open: {
    app: App
    user: UserRecord
    sessionId: string
    /** The secret that the database has the hash of. */
    refreshToken: string
    by: SessionOrigin
  },
): Session {
  const { app, sessionId, refreshToken, by } = open
  const user = toWireUser(open.user)
  const input = {
    key: app.key,
    issuer: deps.config.tokenIssuer,
    appId: app.id,
    userId: open.user.id,
    nowMs: deps.clock.nowMs(),
  }
  const answer: Session = {
    user,
    token: signAccessToken({ ...input, sessionId }),
    privy_access_token: null,
    refresh_token: bindToken(deps.keyEncryption, {
      kind: 'refresh-token',
      secret: refreshToken,
      owner: { appId: app.id, sessionId, userId: open.user.id, epoch: deps.config.epoch },
    }),
    identity_token: signIdentityToken({ ...input, user }),
    session_update_action: 'set',
  }
  return noteOpened(answer, { by, appId: app.id, userId: open.user.id, sessionId })
}
