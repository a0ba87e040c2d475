/** A proxy of this machine, as an app's own address of the server has in front of it: it passes the `Host` header on. */
import { createServer, request as send } from 'node:http'

/**
 * @param {string} target Origin of the server.
 * @returns {Promise<{ port: number, seen: { method: string, path: string }[], close(): Promise<void> }>}
 */
export async function startProxy(target) {
  const { hostname, port } = new URL(target)
  const seen = []
  const server = createServer((incoming, answer) => {
    const { method, url: path, headers } = incoming
    seen.push({ method, path })
    const outgoing = send({ hostname, port, method, path, headers }, (response) => {
      answer.writeHead(response.statusCode, response.rawHeaders)
      response.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    incoming.pipe(outgoing)
  })
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    port: server.address().port,
    seen,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
