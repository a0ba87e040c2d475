import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { isOwnHost } from './own-host.js'
import { readText } from './read-text.js'
import { readTarget } from './target.js'

/** The input of a handler. */
export interface OriginCall {
  /** Parsed JSON body; undefined without one. */
  body: unknown
  query: URLSearchParams
}

/** Returns the JSON answer. An error other than `HttpError` becomes a 500 without details. */
export type Handler = (call: OriginCall) => unknown

/** One path of the origin. */
export interface OriginRoute {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  handle: Handler
  /** Other origins whose pages may call it. */
  openTo?: readonly string[]
}

/** An error answer with its status and message. */
export class HttpError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const maxBodyBytes = 100_000

/**
 * Creates a server for one origin: JSON routes, and `page` for all other paths. Requests of other origins' pages are refused
 * by their `Origin` header, and foreign host names by the `Host` header.
 */
export function createOriginServer(options: {
  origin: string
  routes: readonly OriginRoute[]
  page: (request: IncomingMessage, response: ServerResponse) => void
}): Server {
  const { origin, routes, page } = options
  const port = Number(new URL(origin).port)
  return createServer((request, response) => {
    if (!isOwnHost(request, port)) return void response.writeHead(421).end()
    const url = readTarget(request)
    if (!url) return void response.writeHead(400).end()
    const here = routes.filter((route) => route.path === url.pathname)
    if (here.length === 0 || wantsPage(request)) return page(request, response)
    serve({ request, response, url, here, origin }).catch(() => response.destroy())
  })
}

/* A path may be both a JSON route and a page. */
function wantsPage({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && (headers.accept ?? '').includes('text/html')
}

async function serve(options: {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  here: readonly OriginRoute[]
  origin: string
}): Promise<void> {
  const { request, response, url, here, origin } = options
  const { origin: from, host } = request.headers
  // The page is the same at each name of this machine; the host was checked.
  const isOwn = from === undefined || from === origin || from === `http://${host}`
  const open = here.flatMap((route) => route.openTo ?? [])
  response.setHeader('vary', 'Origin')
  response.setHeader('cache-control', 'no-store')
  if (from !== undefined && open.includes(from)) {
    response.setHeader('access-control-allow-origin', from)
    response.setHeader('access-control-allow-headers', 'content-type')
    response.setHeader('access-control-allow-methods', here.map((route) => route.method).join(', '))
  }
  if (request.method === 'OPTIONS') return void response.writeHead(204).end()
  try {
    const route = here.find((one) => one.method === request.method)
    if (!route) throw new HttpError(405, 'Method not allowed')
    if (!isOwn && !route.openTo?.includes(from))
      throw new HttpError(403, 'This origin may not call this route')
    const body = await readBody(request)
    reply(response, 200, await route.handle({ body, query: url.searchParams }))
  } catch (error) {
    const refusal = error instanceof HttpError ? error : new HttpError(500, 'Internal error')
    reply(response, refusal.status, { error: refusal.message })
  }
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'DELETE') return undefined
  // Browsers send other types without a preflight request, but not JSON.
  if (!/^application\/json(;|$)/.test(request.headers['content-type'] ?? ''))
    throw new HttpError(415, 'Send JSON (content-type: application/json)')
  const text = await readText(request, maxBodyBytes).catch(() => {
    throw new HttpError(413, 'The body is too long')
  })
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(400, 'The body is not JSON')
  }
}

function reply(response: ServerResponse, status: number, value: unknown): void {
  if (response.destroyed) return
  const text = JSON.stringify(value ?? {})
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(text)
}
