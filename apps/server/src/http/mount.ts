import {
  ApiError,
  defaultPrefixes,
  invalidRefusalOf,
  isApiError,
  type Route,
  refusalsOf,
} from '@sallyport/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodMiniType } from 'zod/mini'
import { take } from '../db/rate-limits.js'
import type { Deps } from '../deps.js'
import { guards } from './guards.js'
import type { AppCaller, Callers, FrameCaller, Implementation, UserCaller } from './implement.js'
import { isPlainText } from './json-body.js'
import { bucketsOf, claimsBudget, createSpending } from './rate-limits.js'

/**
 * Serves each implementation under each of its prefixes. The only place where requests are validated, answers are
 * checked and stripped, and budgets are counted.
 */
export function mount(
  server: FastifyInstance,
  implementations: readonly Implementation[],
  deps: Deps,
): void {
  for (const { route, handler } of implementations) {
    for (const prefix of route.prefixes ?? defaultPrefixes) {
      const callers = new WeakMap<FastifyRequest, Callers[Route['auth']]>()
      server.route({
        method: route.method,
        url: prefix + route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
        // Before the body is read: a stranger's body is not even parsed.
        onRequest: async (request, reply) => {
          callers.set(request, await guards[route.auth](deps, { route, request, reply }))
        },
        handler: (request, reply) =>
          answer({ route, handler }, { request, reply, caller: callers.get(request), deps }),
      })
    }
  }
}

interface Incoming {
  request: FastifyRequest
  reply: FastifyReply
  caller: Callers[Route['auth']]
  deps: Deps
}

async function answer({ route, handler }: Implementation, incoming: Incoming): Promise<unknown> {
  const { request, reply, caller, deps } = incoming
  const parts = {
    params: parse(route, 'params', request.params),
    query: parse(route, 'query', request.query),
    body: parse(route, 'body', request.body === undefined ? {} : request.body),
  }
  const { ipPointsPerMinute } = deps.config
  const spender = { appId: appIdOf(caller), ip: request.ip, ipPointsPerMinute }
  const spending = createSpending(bucketsOf(route, parts, spender))
  const settle = () => spending.settle((buckets) => take(deps.db, buckets, deps.clock.nowMs()))
  if (!claimsBudget(route)) await settle()
  const { origin, 'user-agent': userAgent } = request.headers
  const facts = { ip: request.ip, userAgent, origin, spending }
  // What anyone may read is public keys, which verifiers keep for a moment (security design 3.2).
  reply.header('cache-control', route.auth === 'none' ? 'public, max-age=300' : 'no-store')
  try {
    const response = await handler({ ...parts, caller, request: facts })
    await settle()
    return strip(route, response)
  } catch (error) {
    // A handler that refused before its statement has taken nothing yet: refusals are counted as well.
    await settle()
    if (deps.config.strictErrors) refuseUndeclared(route, error)
    throw error
  }
}

function appIdOf(caller: AppCaller | UserCaller | FrameCaller | undefined): string {
  return caller?.app.id ?? ''
}

/** @throws ApiError the route's refusal of invalid requests, with the first problem's text. */
function parse(route: Route, part: 'params' | 'query' | 'body', value: unknown): unknown {
  const schema: ZodMiniType | undefined = route[part]
  if (schema === undefined) return undefined
  const result = schema.safeParse(value)
  if (result.success) {
    refuseUnusableText(result.data)
    return result.data
  }
  const [issue] = result.error.issues
  const { code, status } = invalidRefusalOf(route)
  throw new ApiError(code, { status, ...(issue?.message ? { message: issue.message } : {}) })
}

/** Bodies were checked when they were read; this is for parameters, which are percent-decoded. */
function refuseUnusableText(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const item of Object.values(value)) {
    if (typeof item === 'string' && !isPlainText(item)) throw new ApiError('invalid_data')
  }
}

/** The answer by its schema: fields it does not name stay here; a wrong shape is our fault, never sent. */
function strip(route: Route, response: unknown): unknown {
  const result = route.response.safeParse(response)
  if (result.success) return result.data
  throw new Error(`${route.method} ${route.path} answered outside its contract`, {
    cause: result.error,
  })
}

function refuseUndeclared(route: Route, error: unknown): void {
  if (!isApiError(error)) return
  const { code, status } = error
  if (refusalsOf(route).some((each) => each.code === code && each.status === status)) return
  throw new Error(
    `${route.method} ${route.path} threw ${code} with ${status}, which it does not declare`,
  )
}
