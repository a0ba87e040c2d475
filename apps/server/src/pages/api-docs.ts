import { api } from '@sallyport/contract'
import { openApi } from '@sallyport/contract/open-api'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from './escape-html.js'

const about = { title: 'Sallyport API', version: '0.1.0' }
const styleSheet = `body{font:14px/20px system-ui,sans-serif;max-width:1040px;margin:0 auto;padding:32px 24px;color:#18181B;background:#FFF}
h1{font-size:20px;line-height:26px}h2{margin-top:32px;font-size:15px;border-bottom:1px solid #E7E6E2;padding-bottom:8px}
summary{padding:12px 0;cursor:pointer}code,pre{font:13px/18px ui-monospace,monospace}pre{background:#F5F5F3;padding:16px;border-radius:12px;overflow:auto}
b{display:inline-block;min-width:56px;color:#2F5D50}a{color:#2F5D50}i{color:#5C5B57;font-style:normal}
@media (prefers-color-scheme:dark){body{color:#F3F2EF;background:#141416}h2{border-color:#2B2B30}pre{background:#1D1D20}b,a{color:#8FD3BE}i{color:#A9A7A1}}
`

/** `/api/docs`: the OpenAPI document for programs, a page of it for people; `/api/docs.json` is always the document. */
export function mountApiDocs(server: FastifyInstance): void {
  const document = openApi(api, about)
  const page = toPage(document)
  server.get('/api/docs.json', async () => document)
  server.get('/api/docs.css', async (_request, reply) => reply.type('text/css').send(styleSheet))
  server.get('/api/docs', async (request, reply) => {
    reply.header('vary', 'Origin, Accept')
    if (!request.headers.accept?.includes('text/html')) return document
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'self'; frame-ancestors 'none'",
      )
      .send(page)
  })
}

/** What the page shows of an operation. */
interface Operation {
  summary?: string
  tags?: string[]
}

function toPage(document: ReturnType<typeof openApi>): string {
  // `openApi` writes `paths` as paths → methods → operations.
  const paths = document.paths as unknown as Record<string, Record<string, Operation>>
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const groups = new Map<string, string[]>()
  for (const { path, method, operation } of rows) {
    const tag = operation.tags?.[0] ?? 'other'
    groups.set(tag, [...(groups.get(tag) ?? []), toRow(method, path, operation)])
  }
  const sections = [...groups].map(([tag, list]) => `<h2>${escapeHtml(tag)}</h2>${list.join('')}`)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${about.title}</title><link rel="stylesheet" href="/api/docs.css"></head>
<body><h1>${about.title}</h1><p>As a document: <a href="/api/docs.json">OpenAPI 3.1</a></p>${sections.join('\n')}</body></html>
`
}

function toRow(method: string, path: string, operation: Operation): string {
  const detail = escapeHtml(JSON.stringify(operation, null, 2))
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code> <i>${escapeHtml(operation.summary ?? '')}</i></summary><pre>${detail}</pre></details>`
}
