import type { App } from '../../apps/app.js'
import { isLocalOrigin, matchesOrigin } from '../../apps/origins.js'
import { readBase64url } from './credential.js'

/** What the browser says about the page that used the passkey (WebAuthn §5.8.1). */
export interface ClientData {
  type: string
  challenge: string
  origin: string
  crossOrigin: boolean
  topOrigin: string | undefined
}

/** Reads `clientDataJSON`; undefined when it is not one. */
export function readClientData(encoded: string): ClientData | undefined {
  const bytes = readBase64url(encoded)
  if (bytes === undefined) return undefined
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof value === 'object' && value !== null ? toClientData({ ...value }) : undefined
  } catch {
    return undefined
  }
}

function toClientData(given: Record<string, unknown>): ClientData | undefined {
  const { type, challenge, origin, crossOrigin = false, topOrigin } = given
  if (typeof type !== 'string' || typeof challenge !== 'string') return undefined
  if (typeof origin !== 'string' || typeof crossOrigin !== 'boolean') return undefined
  if (topOrigin !== undefined && typeof topOrigin !== 'string') return undefined
  return { type, challenge, origin, crossOrigin, topOrigin }
}

/**
 * Whether the page may be embedded as the browser says: not at all, or below a page of the app (PKY-03). A browser that
 * does not name the page above is refused.
 */
export function isOwnFrame(
  app: Pick<App, 'allowedOrigins' | 'environment'>,
  { crossOrigin, topOrigin }: ClientData,
): boolean {
  if (!crossOrigin) return topOrigin === undefined
  if (topOrigin === undefined) return false
  const isListed = app.allowedOrigins.some((entry) => matchesOrigin(entry, topOrigin))
  return isListed || (app.environment === 'development' && isLocalOrigin(topOrigin))
}
