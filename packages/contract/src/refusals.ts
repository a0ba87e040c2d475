import type { ErrorCode } from './error-codes.js'
import { catalogue } from './errors.js'
import type { RefusalKind, Route, RouteAuth } from './route.js'

const fromFrame = [
  'missing_or_invalid_privy_app_id',
  'missing_or_invalid_privy_client_id',
  'invalid_origin',
  'missing_origin',
  // An address may ask for a limited number of apps that do not exist.
  'too_many_requests',
] as const
const fromPage = [...fromFrame, 'invalid_native_app_id'] as const

/** Codes that the guard of each kind of caller answers before the handler runs. */
const guardCodes = {
  none: [],
  app: fromPage,
  user: [...fromPage, 'missing_or_invalid_token'],
  frame: [...fromFrame, 'missing_or_invalid_token', 'missing_or_invalid_wallet_grant'],
  'wallet-page': fromFrame,
  'user-or-frame': [...fromPage, 'missing_or_invalid_token'],
  secret: ['missing_or_invalid_privy_app_id', 'invalid_credentials', 'too_many_requests'],
  'any-app': [...fromPage, 'invalid_credentials'],
} satisfies Record<RouteAuth, readonly ErrorCode[]>

/** Any request can fail inside, or while the database or the vault is unreachable. */
const failures: readonly RefusalKind[] = [
  { code: 'internal_error', status: 500 },
  { code: 'internal_error', status: 503 },
]
/** What a request that breaks a schema of `route` is answered. */
export function invalidRefusalOf(route: Route): RefusalKind {
  return route.invalid ?? { code: 'invalid_data', status: catalogue.invalid_data.status }
}

/**
 * Every status and code that `route` can answer, its guard's included, each pair once, ordered by status and code: what
 * the OpenAPI document lists, and what the server's tests hold each answer against.
 */
export function refusalsOf(route: Route): RefusalKind[] {
  const all = [
    ...invalidRefusals(route),
    ...failures,
    ...[
      ...guardCodes[route.auth],
      ...loginCodes(route),
      ...factorCodes(route),
      ...route.errors,
    ].map(withStatus),
  ]
  const unique = new Map(all.map(({ code, status }) => [`${status} ${code}`, { code, status }]))
  return [...unique.values()].sort((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1))
}

/** A login that could name a key of the wallet frame, and has to. */
function loginCodes({ opensSession }: Route): ErrorCode[] {
  return opensSession ? ['wallet_key_required'] : []
}

/** A route that demands a second factor reads the token that shows one, which may be of another session or too old. */
function factorCodes({ errors }: Route): ErrorCode[] {
  return errors.includes('missing_or_invalid_mfa') ? ['expired_or_invalid_mfa_token'] : []
}

/** A body that is too large, of another type or not JSON is refused before any schema sees it. */
function invalidRefusals(route: Route): RefusalKind[] {
  const hasBody = route.method !== 'GET'
  const statuses = hasBody ? [400, 413, 415] : route.params || route.query ? [400] : []
  const unreadable = statuses.map((status) => ({ code: 'invalid_data', status }) as const)
  const hasSchema = route.params || route.query || route.body
  return hasSchema ? [...unreadable, invalidRefusalOf(route)] : unreadable
}

function withStatus(error: ErrorCode | RefusalKind): RefusalKind {
  return typeof error === 'string' ? { code: error, status: catalogue[error].status } : error
}
