import { createHash, randomBytes } from 'node:crypto'
import { type Dialect, dialects, type Grant } from './dialects.js'
import { formPostPage, loginPage, problemPage } from './login-page.js'
import { type Mode, readMode } from './modes.js'
import { personOf } from './person.js'
import { createKeys, type SimulatorKeys } from './signing.js'

/** Secret of every client at every simulated provider but Apple. */
export const simulatorSecret = 'sandbox-secret'

/** The simulated providers. */
export interface OAuthSimulator {
  /** Answers a request to `/{host}{path}`, such as `/api.github.com/user`. */
  handle(request: Request): Promise<Response>
  /** What an access token was granted, and to which client. */
  grantOf(accessToken: string): { personId: string; clientId: string; scope: string } | undefined
  /** PEM of the private key of the app's Apple account. */
  applePrivateKey: string
  /** The set that every provider with ID tokens publishes. */
  jwks: object
}

interface Options {
  nowMs: () => number
  /** Passes time for the slow mode. */
  wait?: (ms: number) => Promise<unknown>
  /** The mode that the login page has chosen at first. */
  chosen?: () => string
  /** PEM of an earlier start. */
  applePrivateKey?: string
}

/** A code that was given out, with the request it belongs to. */
interface Login {
  grant: Grant
  mode: Mode
  parameters: URLSearchParams
  usedAtMs: number | undefined
}

interface World {
  keys: SimulatorKeys
  codes: Map<string, Login>
  tokens: Map<string, Login>
  nowMs: () => number
  wait: (ms: number) => Promise<unknown>
  chosen: () => string
}

/**
 * Creates the simulated providers. Each speaks its dialect at the paths of its documentation, with clients of any id; codes
 * are for one use, PKCE, secrets and redirect URIs are compared.
 */
export function createOAuthSimulator(options: Options): OAuthSimulator {
  const { nowMs, applePrivateKey, wait = (ms) => new Promise((go) => setTimeout(go, ms)) } = options
  const { chosen = () => 'normal' } = options
  const keys = createKeys(applePrivateKey)
  const world: World = { keys, codes: new Map(), tokens: new Map(), nowMs, wait, chosen }
  return {
    applePrivateKey: keys.applePrivateKey,
    jwks: keys.jwks,
    handle: (request) => serve(world, request),
    grantOf: (accessToken) => {
      const login = world.tokens.get(accessToken)
      if (login === undefined) return undefined
      const { grant, parameters } = login
      const clientId = parameters.get('client_id') ?? ''
      return { personId: grant.person.id, clientId, scope: grant.scope }
    },
  }
}

async function serve(world: World, request: Request): Promise<Response> {
  const url = new URL(request.url)
  const place = decodeURI(url.pathname.slice(1))
  for (const [id, dialect] of Object.entries(dialects)) {
    if (place === dialect.authorize) return authorize(world, { id, dialect, request, url })
    if (place === dialect.token && request.method === 'POST') {
      return exchange(world, dialect, request)
    }
    if (place === dialect.idToken?.keys) return json(world.keys.jwks)
    const document = dialect.documents?.[place]
    if (document !== undefined) return json(document)
    const answer = dialect.api[place]
    if (answer !== undefined) return callApi(world, answer, request)
  }
  return json({ error: 'not_found' }, 404)
}

interface Visit {
  id: string
  dialect: Dialect
  request: Request
  url: URL
}

async function authorize(world: World, { id, dialect, request, url }: Visit): Promise<Response> {
  const parameters = url.searchParams
  const problem = problemOf(dialect, parameters)
  if (problem !== undefined) return html(problemPage(problem), 400)
  if (request.method === 'GET') {
    const action = `${url.pathname}${url.search}`
    return html(loginPage({ provider: dialect.name, action, chosen: world.chosen() }))
  }
  const form = new URLSearchParams(await request.text())
  const mode = readMode(form.get('mode'))
  const answer = { state: parameters.get('state') ?? '' }
  if (form.get('decision') === 'cancel') {
    return goBack(parameters, { ...answer, error: dialect.cancelError ?? 'access_denied' })
  }
  const grant: Grant = {
    person: personOf(id, form.get('name') ?? ''),
    hasEmail: mode !== 'no-email',
    isEmailVerified: mode !== 'unverified-email',
    hasSubject: mode !== 'no-subject',
    scope: parameters.get('scope') ?? '',
  }
  const code = randomBytes(16).toString('hex')
  world.codes.set(code, { grant, mode, parameters, usedAtMs: undefined })
  return goBack(parameters, { ...answer, code })
}

function problemOf(dialect: Dialect, parameters: URLSearchParams): string | undefined {
  const required = ['redirect_uri', 'state', 'scope', dialect.clientIdName ?? 'client_id']
  const missing = required.find((name) => !parameters.get(name))
  if (missing !== undefined) return `The parameter ${missing} is missing.`
  if (parameters.get('response_type') !== 'code') return 'response_type has to be code.'
  if (!URL.canParse(parameters.get('redirect_uri') ?? '')) return 'redirect_uri is not a URL.'
  if (dialect.requiresPkce && !parameters.get('code_challenge')) return 'PKCE is required.'
  return undefined
}

function goBack(parameters: URLSearchParams, answer: Record<string, string>): Response {
  const target = new URL(parameters.get('redirect_uri') ?? '')
  if (parameters.get('response_mode') === 'form_post')
    return html(formPostPage(target.href, answer))
  for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value)
  return new Response(null, { status: 303, headers: { location: target.href } })
}

async function exchange(world: World, dialect: Dialect, request: Request): Promise<Response> {
  const form = new URLSearchParams(await request.text())
  const refuse = (error: string, description = error) =>
    json({ error, error_description: description }, dialect.refusesWith200 ? 200 : 400)
  const login = world.codes.get(form.get('code') ?? '')
  if (login === undefined || login.usedAtMs !== undefined) return refuse('invalid_grant')
  login.usedAtMs = world.nowMs()
  const { parameters, mode, grant } = login
  const clientId = parameters.get(dialect.clientIdName ?? 'client_id') ?? ''
  if (!isClient(world, { dialect, request, form, clientId })) return refuse('invalid_client')
  if (form.get('grant_type') !== 'authorization_code') return refuse('unsupported_grant_type')
  if (form.get('redirect_uri') !== parameters.get('redirect_uri')) return refuse('invalid_grant')
  const challenge = parameters.get('code_challenge')
  const verifier = form.get('code_verifier') ?? ''
  const digest = createHash('sha256').update(verifier).digest('base64url')
  if (challenge !== null && challenge !== digest) return refuse('invalid_grant')
  if (mode === 'slow') await world.wait(8_000)
  if (mode === 'down') return new Response('Internal Server Error', { status: 500 })
  if (mode === 'garbage') return new Response('<html>teapot', { status: 200 })
  if (mode === 'suspended' && Object.keys(dialect.api).length === 0) {
    return json({ error: 'invalid_grant', error_description: 'The account is suspended' }, 400)
  }
  const accessToken = randomBytes(16).toString('hex')
  world.tokens.set(accessToken, login)
  const tokens = {
    access_token: accessToken,
    ...dialect.tokens(grant),
    ...idTokenOf(world, { dialect, login, clientId }),
  }
  return json(dialect.wrap?.(tokens) ?? tokens)
}

function isClient(
  world: World,
  {
    dialect,
    request,
    form,
    clientId,
  }: { dialect: Dialect; request: Request; form: URLSearchParams; clientId: string },
): boolean {
  if (dialect.authentication === 'basic') {
    // RFC 6749, 2.3.1: both are form-encoded.
    const parts = [clientId, simulatorSecret].map(encodeURIComponent)
    const pair = Buffer.from(parts.join(':')).toString('base64')
    return request.headers.get('authorization') === `Basic ${pair}`
  }
  if (form.get(dialect.clientIdName ?? 'client_id') !== clientId) return false
  const secret = form.get('client_secret') ?? ''
  return dialect.authentication === 'assertion'
    ? world.keys.isAssertion(secret, { clientId, nowMs: world.nowMs() })
    : secret === simulatorSecret
}

function idTokenOf(
  world: World,
  { dialect, login, clientId }: { dialect: Dialect; login: Login; clientId: string },
): { id_token?: string } {
  if (dialect.idToken === undefined) return {}
  const { mode, grant, parameters } = login
  const nowSeconds = Math.floor(world.nowMs() / 1000)
  const iat = mode === 'expired' ? nowSeconds - 7_200 : nowSeconds
  const nonce = parameters.get('nonce')
  const claims = {
    iss: mode === 'wrong-issuer' ? 'https://issuer.example' : dialect.idToken.issuer,
    aud: mode === 'wrong-audience' ? 'another-app' : clientId,
    iat,
    exp: iat + 3_600,
    ...(nonce !== null && { nonce: mode === 'wrong-nonce' ? 'another-login' : nonce }),
    ...dialect.idToken.claims(grant),
  }
  const secret = dialect.idToken.isSignedBySecret ? simulatorSecret : undefined
  return { id_token: world.keys.signIdToken(claims, { isSigned: mode !== 'unsigned', secret }) }
}

function callApi(world: World, answer: (grant: Grant) => unknown, request: Request): Response {
  const [scheme = '', token = ''] = (request.headers.get('authorization') ?? '').split(' ')
  const login = scheme.toLowerCase() === 'bearer' ? world.tokens.get(token) : undefined
  if (login === undefined) return json({ message: 'Bad credentials' }, 401)
  if (login.mode === 'suspended') {
    return json({ message: 'Sorry. Your account was suspended.' }, 403)
  }
  return json(answer(login.grant))
}

function json(value: unknown, status = 200): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  })
}

function html(text: string, status = 200): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
}
