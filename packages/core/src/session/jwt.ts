/** What the client reads from an access token; it never verifies one. */
interface TokenClaims {
  appId: string | null
  sessionId: string | null
  issuedAtSeconds: number
  expiresAtSeconds: number
}

/** The claims of `token`, or null when it is not a JWT with times (wire reference §5.1). */
export function readClaims(token: string): TokenClaims | null {
  try {
    const payload = token.split('.')[1] ?? ''
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    if (!claims || typeof claims !== 'object') return null
    // Read field by field below, each checked.
    const { aud, aid, sid, iat, exp } = claims as Record<string, unknown>
    if (typeof iat !== 'number' || typeof exp !== 'number') return null
    const appId = aid ?? aud
    return {
      appId: typeof appId === 'string' ? appId : null,
      sessionId: typeof sid === 'string' ? sid : null,
      issuedAtSeconds: iat,
      expiresAtSeconds: exp,
    }
  } catch {
    // Not a JWT: the server decides what it is worth.
    return null
  }
}
