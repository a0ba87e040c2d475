import {
  ApiError,
  isApiError,
  isCustomProvider,
  type LoginProvider,
  oauthParameters,
  oauthProviders,
  oauthRefused,
} from '@sallyport/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { FlowRow } from '../../db/oauth-flows.js'
import type { Deps } from '../../deps.js'
import { sendError } from '../../http/errors.js'
import type { ProvenAccount } from '../../identity/proven-account.js'
import { escapeHtml } from '../../pages/escape-html.js'
import { fieldsOf } from '../../ports/fields-of.js'
import { loadCredentials } from './credentials.js'
import { exchange } from './exchange.js'
import { type Outcome, openSecrets } from './flow.js'
import { requireDriveScope } from './google-drive.js'
import { keepOutcome } from './keep-outcome.js'
import type { Provider } from './provider.js'
import { providers } from './providers/index.js'
import { takeReturned } from './stored-flow.js'

/** What providers call the user's refusal. */
const refusals: readonly unknown[] = [
  'access_denied',
  'user_cancelled_authorize',
  'user_cancelled_login',
]
const expired = 'This login has expired or was already used. Go back to the app and start again.'

/**
 * `GET` and `POST /api/v1/oauth/callback/{provider}`: where a provider sends the browser back to; Apple posts a form. The
 * app's page then gets a one-time code in its URL.
 */
export async function mountOAuthCallback(server: FastifyInstance, deps: Deps): Promise<void> {
  const answer = async (name: unknown, given: unknown, wantsPage: boolean, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    const provider = readProvider(name)
    const target = provider && (await returnTo(deps, provider, fieldsOf(given)))
    if (target !== undefined) return reply.code(303).header('location', target).send()
    const error = new ApiError('oauth_state_mismatch', { message: expired })
    return wantsPage ? sendPage(reply, error) : sendError(reply, error)
  }
  const url = '/api/v1/oauth/callback/:provider'
  // A scope of its own: no other route reads forms.
  await server.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
    )
    scope.route<{ Params: { provider: string } }>({
      method: ['GET', 'POST'],
      url,
      handler: (request, reply) => {
        const given = request.method === 'GET' ? request.query : request.body
        const wantsPage = request.headers.accept?.includes('text/html') ?? false
        return answer(request.params.provider, given, wantsPage, reply)
      },
    })
  })
}

/** The URL to send the browser to; undefined when the answer belongs to no flow of this provider (OAU-01, OAU-04). */
async function returnTo(
  deps: Deps,
  provider: LoginProvider,
  given: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const { state, iss } = given
  if (typeof state !== 'string' || state.length > 200) return undefined
  if (!isCustomProvider(provider) && !isIssuer(providers[provider], iss)) return undefined
  const flow = await takeReturned(deps, { state, provider })
  if (flow === undefined) return undefined
  const { clientState, redirectTo } = openSecrets(deps, flow)
  const code = refusals.includes(given.error)
    ? oauthRefused
    : await keepOutcome(deps, flow, await visit(deps, flow, given))
  const url = new URL(redirectTo)
  url.searchParams.set(oauthParameters.code, code)
  url.searchParams.set(oauthParameters.state, clientState)
  url.searchParams.set(oauthParameters.provider, provider)
  return url.href
}

/** RFC 9207: an answer that names its issuer has to name the provider's. */
function isIssuer({ idToken }: Provider, iss: unknown): boolean {
  if (iss === undefined || idToken === undefined) return true
  return typeof iss === 'string' && idToken.issuers.includes(iss)
}

function readProvider(name: unknown): LoginProvider | undefined {
  return isCustomProvider(name) ? name : oauthProviders.find((each) => each === name)
}

/** A refusal is an outcome too: the client learns of it when it redeems its code. */
async function visit(
  deps: Deps,
  flow: FlowRow,
  { code, error, iss }: Readonly<Record<string, unknown>>,
): Promise<Outcome> {
  // The row was written with a provider that users log in at.
  const provider = flow.provider as LoginProvider
  try {
    if (typeof code !== 'string' || code === '' || error !== undefined) {
      deps.logger.warn({ provider, reason: reasonOf(error) }, 'an OAuth provider ended a login')
      throw new ApiError('invalid_credentials', { message: 'The provider refused the login' })
    }
    const { verifier, nonce } = openSecrets(deps, flow)
    const credentials = await loadCredentials(deps, {
      appId: flow.app_id,
      provider,
      intent: flow.intent,
    })
    // Which issuer a provider of the app has is known by its flow only.
    if (!isIssuer(credentials.about, iss)) {
      throw new ApiError('invalid_credentials', { message: 'The provider’s answer is not valid' })
    }
    const returned = { provider, code, verifier, nonce, credentials }
    const { profile, verifiedEmail, tokens } = await exchange(deps, returned)
    const isRecovery = flow.intent === 'recovery'
    if (isRecovery) requireDriveScope(tokens)
    return {
      account: {
        key: profile.subject,
        data: profile as ProvenAccount['data'], // the data of one of its types
        verifiedEmail,
      },
      tokens: isRecovery || credentials.returnsTokens ? tokens : undefined,
    }
  } catch (cause) {
    return { refusal: toRefusal(cause, deps) }
  }
}

type Refusal = Extract<Outcome, { refusal: unknown }>['refusal']

function toRefusal(cause: unknown, { logger }: Deps): Refusal {
  if (isApiError(cause)) {
    const { code, message, status } = cause
    if (code === 'invalid_credentials' || code === 'oauth_account_suspended')
      return { code, message, status }
    if (code === 'not_supported') return { code, message, status }
  } else logger.error({ err: cause }, 'a login at an OAuth provider failed unexpectedly')
  const message = isApiError(cause) ? cause.message : 'Something went wrong. Try again'
  return { code: 'internal_error', message, status: 503 }
}

/** The provider's error code if it looks like one: nothing else of its answer is logged. */
function reasonOf(error: unknown): string {
  return typeof error === 'string' && /^[a-z_]{1,60}$/.test(error) ? error : 'unknown'
}

function sendPage(reply: FastifyReply, error: ApiError): FastifyReply {
  reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  return reply
    .code(error.status)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Login expired</title></head><body><h1>Login expired</h1><p>${escapeHtml(error.message)}</p><p><small>${error.code}</small></p></body></html>`,
    )
}
