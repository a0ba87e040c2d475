import {
  ApiError,
  defaultPrefixes,
  headers,
  invalidRefusalOf,
  isApiError,
  missingAppId,
  type Route,
  refusalsOf,
  type Session,
  session as sessionEntity,
} from '@sallyport/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodMiniType } from 'zod/mini'
import type { Deps } from '../deps.js'
import { noteGrant } from '../session/note-grant.js'
import type { Spender } from './budgets.js'
import { requireCaptcha } from './captcha.js'
import { describeIssue } from './describe-issue.js'
import { guards } from './guards.js'
import type { Callers, Implementation } from './implement.js'
import { isPlainText } from './json-body.js'
import { type Incoming, readFacts } from './read-facts.js'
import { runAfterAnswers } from './run-after-answers.js'
import { takeOrWork } from './take-or-work.js'
import { keepWalletGrant } from './wallet-grant.js'
import { requireWalletKey } from './wallet-key.js'

/**
 * Serves each implementation under each of its prefixes. The only place where requests are validated, answers are
 * checked and stripped, and budgets are counted.
 */
export function mount(
  server: FastifyInstance,
  implementations: readonly Implementation[],
  deps: Deps,
): void {
  const afterAnswer = runAfterAnswers(server, deps)
  for (const endpoint of implementations) {
    const { route } = endpoint
    for (const prefix of route.prefixes ?? defaultPrefixes) {
      const callers = new WeakMap<FastifyRequest, Callers[Route['auth']]>()
      server.route({
        method: route.method,
        url: prefix + route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
        // Before the body is read: a stranger's body is not even parsed.
        onRequest: async (request, reply) => {
          callers.set(request, await guards[route.auth](deps, { endpoint, request, reply }))
        },
        handler: (request, reply) =>
          answer(endpoint, { request, reply, caller: callers.get(request), deps, afterAnswer }),
      })
    }
  }
}

async function answer(endpoint: Implementation, incoming: Incoming): Promise<unknown> {
  const { route } = endpoint
  const { request, reply, caller, deps } = incoming
  const facts = readFacts(route, incoming)
  requireWalletKey(route, { request, reply, facts })
  const parts = {
    params: parse(route, 'params', request.params),
    query: parse(route, 'query', request.query),
    body: parse(route, 'body', request.body === undefined ? {} : request.body),
  }
  const workProof = request.headers[headers.workProof]
  await spendBudgets(endpoint, { parts, spender: facts.spender, workProof, deps })
  await requireCaptcha(deps, {
    route,
    body: parts.body,
    app: caller?.app,
    origin: facts.origin,
    ip: request.ip,
  })
  // What anyone may read is public keys, which verifiers keep for a moment (security design 3.2).
  const isPublic = route.auth === 'none' && route.method === 'GET'
  reply.header('cache-control', isPublic ? 'public, max-age=300' : 'no-store')
  try {
    const response = await endpoint.handle({ ...parts, caller, request: facts })
    requireCheckedSession(endpoint, caller)
    await notePresentedGrant(deps, caller)
    if (route.noContent) return reply.code(204).send()
    const stripped = strip(route, response)
    if (route.response !== sessionEntity) return stripped
    const body = keepWalletGrant(
      deps,
      { noted: response, body: stripped },
      {
        request,
        reply,
        isBackEnd: facts.spender.isBackEnd,
        walletKey: facts.walletKey,
      },
    )
    facts.sendKnown()
    // `strip` has checked it by this very schema.
    return facts.sessionCookies?.keep(body as Session) ?? body
  } catch (error) {
    if (deps.config.strictErrors) refuseUndeclared(route, error)
    throw error
  }
}

/** @throws ApiError `too_many_requests` */
async function spendBudgets(
  { budgets }: Implementation,
  {
    parts,
    spender,
    workProof,
    deps,
  }: { parts: object; spender: Spender; workProof: unknown; deps: Deps },
): Promise<void> {
  if (budgets === undefined) return
  // `parts` were parsed by this route's schemas.
  const list = budgets(parts as never, spender)
  await takeOrWork(deps, { appId: spender.appId, list, workProof })
}

/** A handler that took over the check of the session and forgot it is a bug that must not release anything. */
function requireCheckedSession({ route }: Implementation, caller: Incoming['caller']): void {
  if (caller === undefined || !('session' in caller) || caller.session.isPassed()) return
  throw new Error(`${route.method} ${route.path} answered without checking the session`)
}

/** @throws ApiError the route's refusal of invalid requests, with the first problem's text; `data.field` says where it is. */
function parse(route: Route, part: 'params' | 'query' | 'body', value: unknown): unknown {
  const schema: ZodMiniType | undefined = route[part]
  if (schema === undefined) return undefined
  const result = schema.safeParse(value)
  if (result.success) {
    refuseUnusableText(result.data)
    return result.data
  }
  const [issue = { path: [] }] = result.error.issues
  const [place] = issue.path
  if (part === 'params' && place === 'app_id') {
    throw new ApiError(missingAppId.code, { message: missingAppId.message })
  }
  const { code, status } = invalidRefusalOf(route)
  const { message, field } = describeIssue(issue, part, value)
  throw new ApiError(code, { status, message, ...(field === undefined ? {} : { data: { field } }) })
}

/** Bodies were checked when they were read; this is for parameters, which are percent-decoded. */
function refuseUnusableText(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [field, item] of Object.entries(value)) {
    if (typeof item !== 'string' || isPlainText(item)) continue
    const message = `${field} has characters that cannot be stored`
    throw new ApiError('invalid_data', { message, data: { field } })
  }
}

/** A caller of the wallet frame has presented the grant, or the guard would have refused it. */
async function notePresentedGrant(deps: Deps, caller: Incoming['caller']): Promise<void> {
  if (caller === undefined || !('session' in caller)) return
  const { app, userId, sessionId, session: check } = caller
  await noteGrant(deps, { appId: app.id, userId, sessionId, check })
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
