import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { api } from '@sallyport/contract'
import { openApi } from '@sallyport/contract/open-api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from './escape-html.js'

const about = { title: 'Sallyport API', version: '0.1.0' }
const styleSheet = `body{font:14px/20px system-ui,sans-serif;max-width:1040px;margin:0 auto;padding:32px 24px;color:#18181B;background:#FFF}
h1{font-size:20px;line-height:26px}h2{margin-top:32px;font-size:15px;border-bottom:1px solid #E7E6E2;padding-bottom:8px}
summary{padding:12px 0;cursor:pointer}code,pre{font:13px/18px ui-monospace,monospace}pre{background:#F5F5F3;padding:16px;border-radius:12px;overflow:auto}
b{display:inline-block;min-width:56px;color:#2F5D50}a{color:#2F5D50}i{color:#5C5B57;font-style:normal}
@media (prefers-color-scheme:dark){body{color:#F3F2EF;background:#141416}h2{border-color:#2B2B30}pre{background:#1D1D20}b,a{color:#8FD3BE}i{color:#A9A7A1}}
`

/** A file of the documentation. */
interface DocsFile {
  type: string
  text: string
  /** The text, compressed with gzip. */
  compressed: Buffer
  etag: string
}

/** `/api/docs`: the OpenAPI document for programs, a page of it for people; `/api/docs.json` is always the document. */
export function mountApiDocs(server: FastifyInstance): void {
  server.get('/api/docs.json', async (request, reply) => send(request, reply, files().json))
  server.get('/api/docs.css', async (request, reply) => send(request, reply, files().css))
  server.get('/api/docs', async (request, reply) => {
    reply.header('vary', 'Origin, Accept')
    if (!request.headers.accept?.includes('text/html')) return send(request, reply, files().json)
    reply.header(
      'content-security-policy',
      "default-src 'none'; style-src 'self'; frame-ancestors 'none'",
    )
    return send(request, reply, files().page)
  })
}

let built: Record<'json' | 'page' | 'css', DocsFile> | undefined

/** The files, built when the first of them is asked for: it takes longer than all else that a server does to start. */
function files() {
  if (built) return built
  const document = openApi(api, about)
  built = {
    json: toFile('application/json; charset=utf-8', JSON.stringify(document)),
    page: toFile('text/html; charset=utf-8', toPage(document)),
    css: toFile('text/css; charset=utf-8', styleSheet),
  }
  return built
}

function toFile(type: string, text: string): DocsFile {
  const etag = createHash('sha256').update(text).digest('base64url')
  return { type, text, compressed: gzipSync(text), etag: `"${etag}"` }
}

/** Browsers cache a file for five minutes and then revalidate it; it changes with a new version of the server. */
function send(request: FastifyRequest, reply: FastifyReply, file: DocsFile): FastifyReply {
  reply.header('cache-control', 'public, max-age=300').header('etag', file.etag)
  const vary = String(reply.getHeader('vary') ?? 'Origin')
  reply.header('vary', `${vary}, Accept-Encoding`)
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  reply.type(file.type)
  const { 'accept-encoding': accepted = '' } = request.headers
  if (!/\bgzip\b(?!;q=0(?:\.0*)?(?:,|$))/.test(String(accepted))) return reply.send(file.text)
  return reply.header('content-encoding', 'gzip').send(file.compressed)
}

/** What the page shows of an operation. */
interface Operation {
  summary?: string
  tags?: string[]
}
interface Server {
  url: string
}

function toPage(document: ReturnType<typeof openApi>): string {
  // `openApi` writes `paths` as paths → methods → operations, beside the path's own servers.
  const paths = document.paths as unknown as Record<
    string,
    Record<string, Operation> & { servers?: Server[] }
  >
  // The list of servers that `openApi` always writes.
  const everywhere = document.servers as unknown as Server[]
  const rows = Object.entries(paths).flatMap(([path, { servers = everywhere, ...methods }]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, servers, operation })),
  )
  const groups = new Map<string, string[]>()
  for (const row of rows) {
    const tag = row.operation.tags?.[0] ?? 'other'
    groups.set(tag, [...(groups.get(tag) ?? []), toRow(row)])
  }
  const sections = [...groups].map(([tag, list]) => `<h2>${escapeHtml(tag)}</h2>${list.join('')}`)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${about.title}</title><link rel="stylesheet" href="/api/docs.css"></head>
<body><h1>${about.title}</h1><p>As a document: <a href="/api/docs.json">OpenAPI 3.1</a></p>${sections.join('\n')}</body></html>
`
}

function toRow(row: {
  path: string
  method: string
  servers: Server[]
  operation: Operation
}): string {
  const detail = escapeHtml(JSON.stringify(row.operation, null, 2))
  const paths = row.servers.map(({ url }) => `<code>${escapeHtml(url + row.path)}</code>`)
  return `<details><summary><b>${row.method.toUpperCase()}</b> ${paths.join(' or ')} <i>${escapeHtml(row.operation.summary ?? '')}</i></summary><pre>${detail}</pre></details>`
}
