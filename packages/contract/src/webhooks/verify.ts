import type { WebhookBody } from './events.js'
import { type WebhookProblem, WebhookVerificationError } from './verify-error.js'
import { type Key, platform, type WebHeaders, type WebRequest } from './web.js'

/** A webhook as a server received it: the body as bytes or text before anything parsed it, and the headers. */
export interface ReceivedWebhook {
  body: Uint8Array | string
  headers: WebHeaders | Readonly<Record<string, string | readonly string[] | undefined>>
}

/** What a webhook is verified by: the secret of the endpoint, or the keys at the app's `webhooks/jwks.json`. */
export type WebhookTrust =
  | { secret: string | readonly string[] }
  | { jwks: { keys: readonly { kty: string; crv: string; x: string }[] } }

interface VerifyOptions {
  /** Unix milliseconds; default: now. */
  nowMs?: number
  /** How old or new a webhook may be, in seconds; default 300. */
  toleranceSeconds?: number
}

const names = ['id', 'timestamp', 'signature'] as const

/** A webhook whose signature fits. */
export interface VerifiedWebhook {
  /** Signed, and the same for every delivery of the event: what arrives with an id that was handled before is a repetition. */
  id: string
  event: WebhookBody
}

/**
 * Verifies a webhook and gives its event. Takes a `Request`, or the body as it was received with the headers, and never an object that was
 * parsed: the signature is over the bytes.
 *
 * @throws WebhookVerificationError that says which mistake was made.
 */
export async function verifyWebhook(
  received: WebRequest | ReceivedWebhook,
  trust: WebhookTrust,
  options: VerifyOptions = {},
): Promise<WebhookBody> {
  return (await receiveWebhook(received, trust, options)).event
}

/**
 * Verifies a webhook as `verifyWebhook` does, and gives the id by which a repetition is known as well. Headers can be added to a request
 * that was signed: take the id from here and not from a header.
 *
 * @throws WebhookVerificationError that says which mistake was made.
 */
export async function receiveWebhook(
  received: WebRequest | ReceivedWebhook,
  trust: WebhookTrust,
  { nowMs = Date.now(), toleranceSeconds = 300 }: VerifyOptions = {},
): Promise<VerifiedWebhook> {
  const verifiers =
    'jwks' in trust ? await edVerifiers(trust.jwks.keys) : await hmacVerifiers(trust.secret)
  const { id, timestamp, signature } = readHeaders(received.headers)
  const text = await readText(received)
  requireRecent(timestamp, { nowMs, toleranceSeconds })
  const fits = (body: string) =>
    anyFits(verifiers, { signature, signed: `${id}.${timestamp}.${body}` })
  if (await fits(text)) return { id, event: parse(text) }
  const compact = compactForm(text)
  if (compact !== undefined && compact !== text && (await fits(compact)))
    throw problem(
      'changed_body',
      'The body was parsed and written again on its way here: pass the body exactly as it was received',
    )
  const key = 'jwks' in trust ? 'No key of the JWKS' : 'The secret is not the one that'
  throw problem(
    'wrong_signature',
    `${key} signed this, or id, time or body were changed on the way. Use the secret (whsec_…) of this very endpoint, and the body exactly as it was received`,
  )
}

interface Verifier {
  version: 'v1' | 'v1a'
  verify(signature: Uint8Array, signed: Uint8Array): Promise<boolean>
}

async function anyFits(
  verifiers: readonly Verifier[],
  { signature, signed }: { signature: string; signed: string },
): Promise<boolean> {
  const bytes = new platform.TextEncoder().encode(signed)
  for (const each of signature.split(' ')) {
    const [version, value = ''] = each.split(',')
    const claimed = fromBase64(value)
    if (claimed === undefined) continue
    for (const verifier of verifiers) {
      if (verifier.version === version && (await verifier.verify(claimed, bytes))) return true
    }
  }
  return false
}

async function hmacVerifiers(secret: string | readonly string[]): Promise<Verifier[]> {
  const secrets = Array.isArray(secret) ? secret : [secret]
  const { subtle } = platform.crypto
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return Promise.all(
    secrets.map(async (each) => {
      // Callers without types pass what their environment lacks.
      const bytes = fromBase64(String(each ?? '').replace(/^whsec_/, ''))
      if (bytes === undefined || bytes.length === 0)
        throw problem(
          'malformed_secret',
          'The secret is missing, or is not whsec_ and standard base64',
        )
      const key: Key = await subtle.importKey('raw', bytes, algorithm, false, ['verify'])
      return {
        version: 'v1' as const,
        verify: (signature: Uint8Array, signed: Uint8Array) =>
          subtle.verify('HMAC', key, signature, signed),
      }
    }),
  )
}

async function edVerifiers(
  keys: readonly { kty: string; crv: string; x: string }[],
): Promise<Verifier[]> {
  const { subtle } = platform.crypto
  const usable = keys.filter(({ crv }) => crv === 'Ed25519')
  return Promise.all(
    usable.map(async ({ kty, crv, x }) => {
      const key: Key = await subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify'])
      return {
        version: 'v1a' as const,
        verify: (signature: Uint8Array, signed: Uint8Array) =>
          subtle.verify('Ed25519', key, signature, signed),
      }
    }),
  )
}

/** Either set of headers. @throws WebhookVerificationError that names the one that is missing, or that says two things. */
function readHeaders(headers: ReceivedWebhook['headers']): Record<(typeof names)[number], string> {
  const read = readerOf(headers)
  const of = (prefix: string) => names.map((name) => read(`${prefix}-${name}`))
  const [standard, svix] = [of('webhook'), of('svix')]
  // One of them is not signed: a receiver that looks at it would take a repetition for another event.
  for (const [index, name] of (['id', 'timestamp'] as const).entries())
    if (standard[index] && svix[index] && standard[index] !== svix[index])
      throw problem('conflicting_headers', `webhook-${name} and svix-${name} are not the same`)
  const found = standard.every(Boolean) ? standard : svix.every(Boolean) ? svix : undefined
  if (found === undefined) {
    const begun = svix.some(Boolean) && !standard.some(Boolean) ? svix : standard
    const prefix = begun === svix ? 'svix' : 'webhook'
    const missing = names.filter((_, index) => !begun[index]).map((name) => `${prefix}-${name}`)
    throw problem('missing_header', `The request has no header ${missing.join(', ')}`)
  }
  const [id = '', timestamp = '', signature = ''] = found
  return { id, timestamp, signature }
}

function readerOf(headers: ReceivedWebhook['headers']): (name: string) => string | undefined {
  if (isHeaders(headers)) return (name) => headers.get(name) ?? undefined
  const byName = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  return (name) => {
    const value = byName.get(name)
    return typeof value === 'string' ? value : value?.[0]
  }
}

function isHeaders(headers: ReceivedWebhook['headers']): headers is WebHeaders {
  return 'get' in headers && typeof headers.get === 'function'
}

async function readText(received: WebRequest | ReceivedWebhook): Promise<string> {
  if ('arrayBuffer' in received) {
    if (received.bodyUsed)
      throw problem(
        'used_body',
        'The body of the request was read before: verify first, then parse',
      )
    return decode(new Uint8Array(await received.arrayBuffer()))
  }
  const body: unknown = received.body
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return decode(body)
  throw problem(
    'parsed_body',
    `The body was parsed, or is of a type that the parser left out: pass the text or bytes as received. In Express use express.raw({ type: '*/*' }) for this route, in Next.js await request.text()`,
  )
}

function decode(bytes: Uint8Array): string {
  try {
    return new platform.TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw problem('not_json', 'The body is not UTF-8')
  }
}

function requireRecent(
  timestamp: string,
  { nowMs, toleranceSeconds }: { nowMs: number; toleranceSeconds: number },
): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw problem('malformed_timestamp', 'The timestamp is not Unix seconds')
  const skew = Math.round(nowMs / 1000 - Number(timestamp))
  if (skew > toleranceSeconds)
    throw new WebhookVerificationError(
      'old_timestamp',
      `The webhook is ${skew} s old, ${toleranceSeconds} s are allowed: it was held back or replayed, or the clock of this machine is ahead`,
      skew,
    )
  if (skew < -toleranceSeconds)
    throw new WebhookVerificationError(
      'future_timestamp',
      `The webhook is from ${-skew} s ahead, ${toleranceSeconds} s are allowed: the clock of this machine is behind`,
      skew,
    )
}

function parse(text: string): WebhookBody {
  try {
    // Signed by the server, which wrote the body by the table of events.
    return JSON.parse(text) as WebhookBody
  } catch {
    throw problem('not_json', 'The body is signed, and is not JSON')
  }
}

function compactForm(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return undefined
  }
}

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(platform.atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function problem(kind: WebhookProblem, message: string): WebhookVerificationError {
  return new WebhookVerificationError(kind, message)
}
