import { ApiError } from '@sallyport/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../../apps/app.js'
import type { Deps } from '../../../deps.js'
import { sendError } from '../../../http/errors.js'
import { fieldsOf } from '../../../ports/fields-of.js'
import { readProvider, refused } from './connection.js'
import { readGrantToken, readTokenProvider } from './token.js'

/** What a visit to one of the paths is about: the parameters that the provider's page gets. */
interface Visit {
  providerId: string | undefined
  parameters: Record<string, string>
}

/** Longest value that is passed on. */
const maxLength = 100_000

const readers = {
  '/cross-app/connect': (query) => ({
    providerId: query.provider_app_id,
    parameters: {
      'sallyport-cross-app': 'connect',
      ...pick(query, ['requester_public_key', 'requester_origin', 'smart_wallet_mode']),
    },
  }),
  '/cross-app/transact': (query) => ({
    providerId: query.provider_app_id,
    parameters: {
      'sallyport-cross-app': 'transact',
      ...pick(query, ['requester_public_key', 'requester_origin', 'encrypted_request', 'iv']),
    },
  }),
  '/oauth/transact': (query) => ({
    providerId: readTokenProvider(query.token ?? ''),
    parameters: {
      'sallyport-cross-app': 'request',
      mode: query.communicationMode === 'redirect' ? 'redirect' : 'popup',
      ...pick(query, ['token', 'request']),
    },
  }),
} satisfies Record<string, (query: Record<string, string | undefined>) => Visit>

/**
 * Where sites open a popup to ask for the wallet of another app (wire reference §18.4, §18.5). No session lives on the auth origin,
 * so the popup goes on to the page of that app, where its user is logged in. What was asked for is in the fragment, which no
 * server sees.
 */
export function mountCrossAppPages(server: FastifyInstance, deps: Deps): void {
  for (const [path, read] of Object.entries(readers)) {
    server.get(path, async (request, reply) => {
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      const { providerId, parameters } = read(textsOf(request.query))
      const app = providerId && (await deps.apps.find(providerId, request.ip))
      return goOn(deps, { app: app || undefined, parameters, request, reply })
    })
  }
}

function goOn(
  deps: Deps,
  visit: {
    app: App | undefined
    parameters: Record<string, string>
    request: FastifyRequest
    reply: FastifyReply
  },
): FastifyReply {
  const { app, parameters, reply, request } = visit
  if (app === undefined) {
    return sendError(reply, new ApiError('missing_or_invalid_privy_app_id', { status: 404 }))
  }
  const provider = readProvider(app)
  // A page in a frame could be drawn over.
  const isFramed = ['iframe', 'frame', 'embed', 'object'].includes(
    String(request.headers['sec-fetch-dest']),
  )
  const { token } = parameters
  if (provider === undefined || isFramed || !isOwnToken(deps, app, token)) {
    return sendError(reply, refused())
  }
  const url = new URL(provider.page)
  url.hash = new URLSearchParams(parameters).toString()
  return reply.code(303).header('location', url.href).send()
}

/** A token that this app never gave leads nowhere. Whether its grant is in force is checked when the user is there. */
function isOwnToken({ config, clock }: Deps, app: App, token: string | undefined): boolean {
  if (token === undefined) return true
  const { tokenIssuer: issuer } = config
  return readGrantToken(app, { token, issuer, nowMs: clock.nowMs() }) !== undefined
}

function textsOf(query: unknown): Record<string, string | undefined> {
  const entries = Object.entries(fieldsOf(query)).flatMap(([name, value]) =>
    typeof value === 'string' && value.length <= maxLength ? [[name, value]] : [],
  )
  return Object.fromEntries(entries)
}

function pick(
  query: Record<string, string | undefined>,
  names: readonly string[],
): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (query[name] ? [[name, query[name]]] : [])))
}
