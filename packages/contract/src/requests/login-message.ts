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
