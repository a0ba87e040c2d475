import { base64urlToBytes } from '../base64.js'
import { tokenOwner } from '../device/token-owner.js'

/** What users of this page have proven by a second factor. In memory only: a reload forgets it. */
export interface FactorTokens {
  /** The token of the owner of `accessToken`, while it is valid; undefined without one. */
  of(accessToken: string): string | undefined
  keep(accessToken: string, token: string): void
  /** Forgets what the owner of `accessToken` has proven. */
  drop(accessToken: string): void
  forget(userId: string): void
}

/** Tokens for the users of one app. `clock` may start anywhere: only how long a token lives is taken from it. */
export function createFactorTokens(appId: string, clock: { nowMs(): number }): FactorTokens {
  const kept = new Map<string, { token: string; untilMs: number }>()
  const userOf = (accessToken: string) => tokenOwner(accessToken, appId).userId
  return {
    of(accessToken) {
      const userId = userOf(accessToken)
      const found = kept.get(userId)
      if (found && found.untilMs > clock.nowMs()) return found.token
      kept.delete(userId)
      return undefined
    },
    keep(accessToken, token) {
      kept.set(userOf(accessToken), { token, untilMs: clock.nowMs() + lifeMsOf(token) })
    },
    drop: (accessToken) => void kept.delete(userOf(accessToken)),
    forget: (userId) => void kept.delete(userId),
  }
}

/** How long a token lives that does not say so; the server refuses it when it is over. */
const defaultLifeMs = 15 * 60_000

/** By the token's own times and not by this browser's clock, which may be wrong. Verified by the vault alone. */
function lifeMsOf(token: string): number {
  try {
    const payload = new TextDecoder().decode(base64urlToBytes(token.split('.')[1] ?? ''))
    const { iat, exp } = JSON.parse(payload) as { iat?: unknown; exp?: unknown } // any JSON object
    if (typeof iat === 'number' && typeof exp === 'number') return (exp - iat) * 1000
  } catch {
    // Clients need not be able to read it: the vault decides.
  }
  return defaultLifeMs
}
