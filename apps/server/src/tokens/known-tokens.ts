import { createHash } from 'node:crypto'

/** Tokens whose signature is known to be right. */
export interface KnownTokens {
  has(token: string): boolean
  /** The caller has verified the signature, or made it. */
  add(token: string): void
}

/**
 * Remembers up to `most` tokens of which the signature was right, by their digest, and forgets the oldest. Nothing but
 * the signature is remembered: key id, times, issuer, audience and the session are checked at every request. A token
 * names its key by the key's thumbprint, so its text stands for the key, too.
 */
export function createKnownTokens(most: number): KnownTokens {
  const known = new Set<string>()
  return {
    has: (token) => known.has(digest(token)),
    add: (token) => {
      const key = digest(token)
      if (known.has(key)) return
      // A Set keeps the order in which its entries came.
      const [oldest] = known.size >= most ? known : []
      if (oldest !== undefined) known.delete(oldest)
      known.add(key)
    },
  }
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('base64')
}
