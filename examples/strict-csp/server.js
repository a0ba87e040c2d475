import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'

const folder = new URL('./dist/', import.meta.url).pathname
const auth = new URL(process.env.VITE_SALLYPORT_URL).origin
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** All the page may do. Add the RPC URLs of your chains to `connect-src` when you send transactions. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  `connect-src ${auth}`,
  `frame-src ${auth}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const name = pathname === '/' ? 'index.html' : normalize(pathname)
  response.setHeader('content-security-policy', policy)
  try {
    const body = await readFile(join(folder, name))
    response.setHeader('content-type', types[extname(name)] ?? 'application/octet-stream')
    response.end(body)
  } catch {
    response.writeHead(404).end()
  }
}).listen(Number(process.env.PORT ?? 5173))
