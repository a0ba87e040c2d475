import type { Server } from 'node:http'

/** Listens on the loopback interface; the returned function stops and closes open connections. */
export function listen(server: Server, port: number): Promise<() => Promise<void>> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      resolve(
        () =>
          new Promise((stopped) => {
            server.close(() => stopped())
            server.closeAllConnections()
          }),
      )
    })
  })
}
