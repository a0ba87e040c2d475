import { createReadStream, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'
import { pipeline } from 'node:stream'
import { readTarget } from './target.js'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/**
 * Serves a built single-page app: its files, and `index.html` for all other paths. Browsers cache hashed assets without
 * limit and revalidate the page each time.
 */
export function servePage(
  folder: string,
  headers: Record<string, string> = {},
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return void response.writeHead(405).end()
    const file = fileFor(folder, request)
    if (!file) return void response.writeHead(404).end()
    const isImmutable = file.includes(`${sep}assets${sep}`)
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      'x-content-type-options': 'nosniff',
      ...headers,
    })
    if (request.method === 'HEAD') return void response.end()
    // The file may disappear while it is sent, for example during a build. That ends the answer, not the process.
    pipeline(createReadStream(file), response, () => undefined)
  }
}

function fileFor(folder: string, request: IncomingMessage): string | undefined {
  const index = join(folder, 'index.html')
  const path = decode(readTarget(request)?.pathname ?? '%')
  if (path === undefined) return undefined
  const file = normalize(join(folder, path))
  if (!file.startsWith(folder + sep)) return isFile(index) ? index : undefined
  if (isFile(file)) return file
  // A missing script must be a 404, not the page.
  return extname(file) === '' && isFile(index) ? index : undefined
}

function decode(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path)
    return decoded.includes('\0') ? undefined : decoded
  } catch {
    return undefined
  }
}

/* The system throws for names that are too long, and for paths below a file. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}
