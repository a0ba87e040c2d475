import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { createLogger } from '@sallyport/process'
import { beginRequestSpan } from '@sallyport/process/tracing'
import type { PageAnswer, PageRequest } from './page-answer.js'
import { type Answered, kindOf } from './page-metrics.js'
import { PageRefused, PageUnavailable } from './refusal.js'
import { transportSecurity } from './security-headers.js'

/** What the server of the pages needs. */
interface PageServerDeps {
  answer: (request: PageRequest) => Promise<PageAnswer | undefined>
  publicOrigin: string
  logger: ReturnType<typeof createLogger>
  /** Called after each answer. */
  observe?: (answered: Answered) => void
}

/** Serves the pages over HTTP: GET and HEAD, no bodies, nothing but what `answer` knows. */
export function createPageServer(deps: PageServerDeps): Server {
  return createServer({ requestTimeout: 30_000 }, (request, response) => {
    const startedMs = performance.now()
    const span = beginRequestSpan(request.method ?? 'GET', request.headers)
    const write = ({ status, headers, body }: PageAnswer) => {
      const [path = ''] = (request.url ?? '').split('?')
      span.end({ name: `page ${kindOf(path)}`, route: kindOf(path), status })
      deps.observe?.({ path, status, seconds: (performance.now() - startedMs) / 1000 })
      const always = {
        'x-content-type-options': 'nosniff',
        ...transportSecurity(deps.publicOrigin),
      }
      const size = status === 304 ? {} : { 'content-length': Buffer.byteLength(body) }
      response.writeHead(status, {
        'referrer-policy': 'strict-origin',
        ...always,
        ...headers,
        ...size,
      })
      response.end(request.method === 'HEAD' || status === 304 ? undefined : body)
    }
    span.run(() => void answerRequest(deps, request).then(write))
  })
}

async function answerRequest(deps: PageServerDeps, request: IncomingMessage): Promise<PageAnswer> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405, unknownPage)
  const [path = '', query] = (request.url ?? '').split('?')
  if (path === '/healthz') return json(200, JSON.stringify({ status: 'ok' }))
  const { referer, 'if-none-match': knownTag, 'x-forwarded-for': forwarded = '' } = request.headers
  try {
    const client = String(forwarded)
    const answer = await deps.answer({ path, referer, knownTag, client, ...buildOf(query) })
    return answer ?? refusal(404, unknownPage)
  } catch (error) {
    if (error instanceof PageRefused) return json(error.status, error.body)
    deps.logger.error({ err: error }, 'a page could not be served')
    return refusal(error instanceof PageUnavailable ? 503 : 500, unavailable)
  }
}

/** The build of the wallet that a page asks for. */
export function buildOf(query: string | undefined): { build?: string } {
  const build = new URLSearchParams(query).get('build')
  return build === null ? {} : { build }
}

const unknownPage = { error: 'This page does not exist', code: 'not_supported' }
const unavailable = { error: 'Something went wrong. Try again', code: 'internal_error' }

function refusal(status: number, body: { error: string; code: string }): PageAnswer {
  return json(status, JSON.stringify(body))
}

function json(status: number, body: string): PageAnswer {
  const type = 'application/json; charset=utf-8'
  return { status, headers: { 'content-type': type, 'cache-control': 'no-store' }, body }
}
