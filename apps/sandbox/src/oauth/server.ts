import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../http/listen.js'
import { isOwnHost } from '../http/own-host.js'
import { readText } from '../http/read-text.js'
import type { OAuthSimulator } from './simulator.js'

const maxBodyBytes = 20_000

/** Serves the simulated providers on the loopback interface; the returned function stops it. */
export function serveOAuthSimulator(
  simulator: Pick<OAuthSimulator, 'handle'>,
  port: number,
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    answer(simulator, request, response).catch(() => response.destroy())
  })
  return listen(server, port)
}

async function answer(
  simulator: Pick<OAuthSimulator, 'handle'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isOwnHost(request)) return void response.writeHead(421).end()
  const body = await readText(request, maxBodyBytes)
  const { method = 'GET', url = '/', headers } = request
  const given = await simulator.handle(
    new Request(`http://${headers.host}${url}`, {
      method,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, String(value)]),
      ),
      ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
    }),
  )
  response.writeHead(given.status, Object.fromEntries(given.headers))
  response.end(Buffer.from(await given.arrayBuffer()))
}
