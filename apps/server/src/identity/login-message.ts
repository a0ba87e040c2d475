/** The chain that the first line of a login message names. */
type LoginChain = 'Ethereum' | 'Solana'

/** The fields of a login message (EIP-4361, and its form for Solana). */
export interface LoginFields {
  /** Given with the domain by some wallets, without `://`. */
  scheme: string | undefined
  /** Host and port of the page, as written. */
  domain: string
  /** As written. */
  address: string
  statement: string | undefined
  uri: string
  /** As written: decimal digits on Ethereum. */
  chainId: string
  nonce: string
  issuedAtMs: number
  expiresAtMs: number | undefined
  notBeforeMs: number | undefined
  requestId: string | undefined
  resources: readonly string[]
}

/**
 * Reads a login message by the grammar of EIP-4361: each field once, in order, and nothing else, so that a wallet that
 * shows the fields and this server never read a message differently.
 *
 * @returns undefined when `text` is not exactly such a message for `chain`.
 */
export function parseLoginMessage(text: string, chain: LoginChain): LoginFields | undefined {
  // A wallet would show control characters, other line breaks and changes of direction as something else.
  if (/[^\P{Cc}\n]|[\u2028-\u202e\u2066-\u2069\u200e\u200f]/u.test(text)) return undefined
  const lines = createLines(text)
  const first = firstLine.exec(lines.next())
  if (first === null || first[3] !== chain) return undefined
  const [, scheme, domain = ''] = first
  const address = lines.next()
  if (!/^[0-9a-zA-Z]{1,64}$/.test(address) || lines.next() !== '') return undefined
  const statement = readStatement(lines)
  if (statement === null) return undefined
  const fields = readFields(lines)
  const resources = lines.skip('Resources:') ? lines.rest() : []
  if (fields === undefined || !lines.isAtEnd()) return undefined
  if (!resources.every((line) => /^- \S+$/.test(line))) return undefined
  return {
    scheme,
    domain,
    address,
    statement,
    ...fields,
    resources: resources.map((line) => line.slice(2)),
  }
}

const firstLine =
  /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^\s/?#@\\]+) wants you to sign in with your (Ethereum|Solana) account:$/

/** The statement is one line; undefined when there is none, null when it does not end as it should. */
function readStatement(lines: Lines): string | undefined | null {
  if (lines.peek().startsWith('URI: ')) return undefined
  const line = lines.next()
  // The grammar has an empty line in the place of a missing statement; common libraries leave it out.
  if (line === '') return undefined
  return lines.next() === '' ? line : null
}

function readFields(lines: Lines) {
  const uri = lines.field('URI')
  const version = lines.field('Version')
  const chainId = lines.field('Chain ID')
  const nonce = lines.field('Nonce')
  const issuedAtMs = readTime(lines.field('Issued At'))
  const expiresAt = lines.field('Expiration Time')
  const notBefore = lines.field('Not Before')
  const requestId = lines.field('Request ID')
  const [expiresAtMs, notBeforeMs] = [readTime(expiresAt), readTime(notBefore)]
  if (uri === undefined || version !== '1' || chainId === undefined) return undefined
  if (nonce === undefined || !/^[0-9a-zA-Z]{8,128}$/.test(nonce)) return undefined
  if (issuedAtMs === undefined) return undefined
  if ((expiresAt !== undefined) !== (expiresAtMs !== undefined)) return undefined
  if ((notBefore !== undefined) !== (notBeforeMs !== undefined)) return undefined
  return { uri, chainId, nonce, issuedAtMs, expiresAtMs, notBeforeMs, requestId }
}

/** RFC 3339 with a zone; undefined for anything else, also for days that do not exist. */
function readTime(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const match = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.exec(text)
  const ms = Date.parse(text)
  if (match === null || Number.isNaN(ms)) return undefined
  // `Date` takes the 30th of February for the 1st of March.
  const day = new Date(`${match[1]}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(match[1] ?? '')
    ? ms
    : undefined
}

interface Lines {
  /** The next line; empty after the last. */
  peek(): string
  next(): string
  /** The value of the next line if it is the field `name`. */
  field(name: string): string | undefined
  /** Whether the next line is `line`, which is then passed. */
  skip(line: string): boolean
  rest(): string[]
  isAtEnd(): boolean
}

function createLines(text: string): Lines {
  const all = text.split('\n')
  let at = 0
  const lines: Lines = {
    peek: () => all[at] ?? '',
    next: () => all[at++] ?? '',
    field: (name) => {
      const prefix = `${name}: `
      return lines.peek().startsWith(prefix) ? lines.next().slice(prefix.length) : undefined
    },
    skip: (line) => {
      const isNext = all[at] === line
      if (isNext) at += 1
      return isNext
    },
    rest: () => all.splice(at),
    isAtEnd: () => at >= all.length,
  }
  return lines
}
