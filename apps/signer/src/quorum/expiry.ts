import type { AuthorizedRequest } from '@sallyport/protocols/signer'

const header = 'privy-request-expiry'

/**
 * When a signed request ends, in Unix milliseconds as they were written: the header's, and of a transfer also the one that newer clients sign
 * within the body (wire.md 37). Of two the earlier counts.
 */
export function expiryOf({
  url,
  headers,
  body,
}: Pick<AuthorizedRequest, 'url' | 'headers' | 'body'>): string | undefined {
  const given = [headers[header], /\/transfer$/.test(url) ? inBody(body) : undefined].filter(
    (each) => each !== undefined,
  )
  // One that is not a number is refused, whichever it is.
  const unreadable = given.find((each) => !/^\d+$/.test(each))
  return unreadable ?? given.toSorted((one, other) => Number(one) - Number(other))[0]
}

function inBody(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('request_expiry' in body)) return undefined
  return String(body.request_expiry)
}
