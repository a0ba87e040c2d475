import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { HashKey } from '../authority/keyed-hash.js'

/** What a mailed link lets its reader do. */
type LinkPurpose = 'account-undo' | 'factor-reset'

/** One link, as it is mailed to one address. */
interface MailedLink {
  key: HashKey
  purpose: LinkPurpose
  /** What the link acts on. */
  subject: string
}

/** Characters of each half of a token: 32 bytes as base64url. */
const halfLength = 43

/**
 * The secret of a link, another one for each address, so that a link is void for an address that is no longer the user's. Its first half is the same for
 * all addresses; `subjectHashOf` finds its row.
 *
 * @param link.atKey  Which key it is derived from: 0 is the newest.
 */
export function linkToken(link: MailedLink & { address: string; atKey?: number }): string {
  const { subject, address } = link
  return digest(link, [subject]) + digest(link, [subject, address])
}

/** What a row keeps of its links: SHA-256 of the half that they share. */
export function subjectHashOf(token: string): Buffer {
  return createHash('sha256').update(token.slice(0, halfLength)).digest()
}

/** To which of these addresses the link with this token was mailed; undefined for another token. */
export function addressOfLink(
  link: MailedLink & { token: string; addresses: readonly string[] },
): string | undefined {
  const presented = Buffer.from(link.token)
  const keys = link.key.deriveEach(link.purpose).map((_, atKey) => atKey)
  return link.addresses.find((address) =>
    keys.some((atKey) => {
      const expected = Buffer.from(linkToken({ ...link, address, atKey }))
      return presented.length === expected.length && timingSafeEqual(presented, expected)
    }),
  )
}

function digest(
  { key, purpose, atKey = 0 }: MailedLink & { atKey?: number },
  parts: readonly string[],
): string {
  const secret = key.deriveEach(purpose)[atKey]
  if (secret === undefined) throw new RangeError('No such key')
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
}
