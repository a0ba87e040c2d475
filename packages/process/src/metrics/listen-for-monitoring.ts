import { chmodSync, existsSync, lstatSync, unlinkSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { ConfigError } from '../settings.js'

/** The content type of Prometheus’ text format. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

/** Where a program is asked for its metrics: a port, or the path of a Unix socket. */
export type MonitorPlace = { host: string; port: number } | { path: string; setting: string }

/**
 * Serves `/metrics` and `/healthz` to the operator's monitoring, apart from what the program serves to others. Every user of
 * the machine can open the socket, as a port of the machine itself: they read numbers.
 *
 * @throws ConfigError when the path is taken by a file that is not a socket.
 */
export async function listenForMonitoring(
  place: MonitorPlace,
  render: () => Promise<string>,
): Promise<Server> {
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    const answer = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
    if (request.method !== 'GET') return answer(405, 'text/plain', '')
    if (request.url === '/healthz') return answer(200, 'application/json', '{"status":"ok"}')
    if (request.url !== '/metrics') return answer(404, 'text/plain', '')
    return void render().then(
      (text) => answer(200, metricsType, text),
      () => answer(500, 'text/plain', ''),
    )
  })
  if ('path' in place) removeSocket(place)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen('path' in place ? { path: place.path } : place, resolve)
  })
  if ('path' in place) chmodSync(place.path, 0o666)
  return server
}

function removeSocket({ path, setting }: { path: string; setting: string }): void {
  if (!existsSync(path)) return
  if (!lstatSync(path).isSocket())
    throw new ConfigError([`${setting} names a file that is not a socket.`])
  unlinkSync(path)
}
