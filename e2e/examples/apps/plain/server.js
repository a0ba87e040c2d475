import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'

/* Serves out/<bundler>: the page that Parcel wrote, or one for the script of the others. */
const [bundler] = process.argv.slice(2)
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
const page = (script) =>
  `<!doctype html><html lang="en"><head><title>App</title><link rel="icon" href="data:," /></head><body><div id="root"></div>${script}</body></html>`
const scripts = {
  webpack: page('<script defer src="/main.js"></script>'),
  esbuild: page('<script type="module" src="/main.js"></script>'),
}

createServer(async ({ url }, response) => {
  const path = url === '/' ? '/index.html' : new URL(url, 'http://localhost').pathname
  const own = url === '/' ? scripts[bundler] : undefined
  try {
    const body = own ?? (await readFile(join('out', bundler, path)))
    response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' })
    response.end(body)
  } catch {
    response.writeHead(404).end()
  }
}).listen(Number(process.env.PORT))
