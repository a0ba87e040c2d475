import { base64urlToBytes } from '../base64.js'
import { FrameError } from '../frame-error.js'

/** Whose request it is: names device records. */
export interface Owner {
  appId: string
  /** The token's `sub`, with its prefix. */
  userId: string
}

/**
 * Whose access token this is. Only decoded: every token was verified before its request got here (`withToken`).
 *
 * @throws FrameError `error` when the token cannot be read or is of another app.
 */
export function tokenOwner(accessToken: string, appId: string): Owner {
  const claims = readClaims(accessToken)
  const userId = claims?.sub
  // This deployment never issues tokens for several audiences.
  if (typeof userId !== 'string' || !userId || claims?.aud !== appId) {
    throw new FrameError('error', 'The session is not valid for this app. Log in again')
  }
  return { appId, userId }
}

function readClaims(token: string): { sub?: unknown; aud?: unknown } | null {
  const [, payload, signature, ...rest] = token.split('.')
  if (!payload || signature === undefined || rest.length > 0) return null
  try {
    const claims: unknown = JSON.parse(new TextDecoder().decode(base64urlToBytes(payload)))
    return typeof claims === 'object' ? claims : null
  } catch {
    // Not a token: the caller says so.
    return null
  }
}
