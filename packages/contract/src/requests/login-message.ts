/** A login message (EIP-4361, and its Solana form), as far as its lines say. */
export interface LoginMessage {
  /** Host and port of the site it says it is for, in lower case. */
  domain: string
  /** The account that logs in, as written. */
  address: string | null
  statement: string | null
  uri: string | null
  chainId: string | null
  nonce: string | null
  issuedAt: string | null
  expiresAt: string | null
}

/**
 * The site a login is for when that is not the page that asks: its domain, else the host of its URI. Null when both are the
 * page's own.
 *
 * @param pageHost  host and port of the page that asks, in lower case.
 */
export function foreignSite({ domain, uri }: LoginMessage, pageHost: string): string | null {
  if (domain !== pageHost) return domain
  const host = uri === null ? null : hostOf(uri)
  return host === null || host === pageHost ? null : host
}

/** The host of a URI, without the usual port of its scheme; the URI itself where it names a site in another form. */
function hostOf(uri: string): string | null {
  const [, scheme, host] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#@\\\s]+)(?:[/?#]|$)/i.exec(uri) ?? []
  if (scheme !== undefined && host !== undefined) {
    const port = { http: ':80', https: ':443' }[scheme.toLowerCase()]
    const text = host.toLowerCase()
    return port !== undefined && text.endsWith(port) ? text.slice(0, -port.length) : text
  }
  // Such as `urn:…`, which names no site.
  return /^https?:|\/\//i.test(uri) ? uri : null
}

const firstLine =
  /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^\s/?#@]+) wants you to sign in with your (?:Ethereum|Solana) account:$/i

/** The parts of a login message; null when the first line of `text` is not that of one. */
export function readLogin(text: string): LoginMessage | null {
  const lines = text.split('\n')
  const domain = firstLine.exec(lines[0] ?? '')?.[1]?.toLowerCase()
  if (domain === undefined) return null
  // Fields start after the address, an empty line, the statement and another empty line.
  const start = lines.findIndex((line, index) => index > 1 && line.startsWith('URI: '))
  const field = (name: string) =>
    (start === -1 ? [] : lines.slice(start))
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2) ?? null
  const statement = start === -1 ? '' : lines.slice(2, start).join('\n').trim()
  return {
    domain,
    address: lines[1] || null,
    statement: statement === '' ? null : statement,
    uri: field('URI'),
    chainId: field('Chain ID'),
    nonce: field('Nonce'),
    issuedAt: field('Issued At'),
    expiresAt: field('Expiration Time'),
  }
}
