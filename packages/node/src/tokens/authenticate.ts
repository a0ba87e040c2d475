import { cookies } from '@sallyport/contract/vendor'
import { isSallyportError } from '../error.js'
import type { IdentityUser } from './identity-user.js'
import { type AccessToken, refuseToken, type TokenVerifier } from './verify.js'

/** Headers that are asked for by name. */
interface HeadersLike {
  get(name: string): string | null | undefined
}

/** Headers of any framework: those of `Request` and Next's `await headers()`, or the record of Node, Express and Fastify. */
export type AnyHeaders =
  | HeadersLike
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** What has the headers of a request: a `Request`, `req` of Express and Fastify, `c.req.raw` of Hono, `{ headers: await headers() }` of Next. */
export interface AnyRequest {
  headers: AnyHeaders
}

/** Who sends a request. */
export interface Authenticated extends AccessToken {
  /** From the identity token, where the request has a valid one of the same user. */
  user: IdentityUser | undefined
}

/**
 * Reads the tokens of a request: `Authorization: Bearer …`, else the cookie; the identity token from its header or cookie.
 *
 * @throws SallyportError `missing_or_invalid_token` (401); `keys_unavailable` (503).
 */
export async function authenticate(
  verifier: TokenVerifier,
  { headers }: AnyRequest,
): Promise<Authenticated> {
  const token = accessTokenOf(headers)
  if (token === undefined) throw refuseToken('missing')
  const access = await verifier.verifyAccessToken(token)
  return { ...access, user: await userOf(verifier, { headers, access }) }
}

/** As `authenticate`, but undefined for a request that is not logged in. @throws SallyportError `keys_unavailable` (503). */
export async function authenticateIfPossible(
  verifier: TokenVerifier,
  request: AnyRequest,
): Promise<Authenticated | undefined> {
  return authenticate(verifier, request).catch(unlessToken)
}

/* Identity tokens of another user than the access token's say nothing; one that is late only lacks. */
async function userOf(
  verifier: TokenVerifier,
  { headers, access }: { headers: AnyHeaders; access: AccessToken },
): Promise<IdentityUser | undefined> {
  const token = headerOf(headers, cookies.identityToken) ?? cookieOf(headers, cookies.identityToken)
  if (!token) return undefined
  const user = await verifier.verifyIdentityToken(token).catch(unlessToken)
  return user?.id === access.user_id ? user : undefined
}

function accessTokenOf(headers: AnyHeaders): string | undefined {
  const header = headerOf(headers, 'authorization')
  // A header that is there counts, whatever it says: the cookie never replaces a token that is refused.
  if (header !== undefined && /^bearer /i.test(header)) return header.slice('bearer '.length).trim()
  return cookieOf(headers, cookies.accessToken)
}

function headerOf(headers: AnyHeaders, name: string): string | undefined {
  if (isHeaders(headers)) return headers.get(name) ?? undefined
  const value = headers[name]
  return typeof value === 'string' ? value : value?.join('; ')
}

function isHeaders(headers: AnyHeaders): headers is HeadersLike {
  return typeof headers.get === 'function'
}

function cookieOf(headers: AnyHeaders, name: string): string | undefined {
  const pairs = headerOf(headers, 'cookie')?.split(';') ?? []
  const found = pairs.map((pair) => pair.trim()).filter((pair) => pair.startsWith(`${name}=`))
  // Another host of the site can add a cookie of the name, with a login of its own: which of two the app set is not known (ORI-11).
  return found[1] ? 'x' : found[0]?.slice(name.length + 1) || undefined
}

/** @throws what is not about the token. */
function unlessToken(error: unknown): undefined {
  if (!isSallyportError(error, 'missing_or_invalid_token')) throw error
}
