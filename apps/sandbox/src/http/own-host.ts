import type { IncomingMessage } from 'node:http'

/** Whether the `Host` header names this machine. A foreign name that resolves here (DNS rebinding) is refused. */
export function isOwnHost({ headers, socket }: IncomingMessage, port = socket.localPort): boolean {
  return headers.host === `localhost:${port}` || headers.host === `127.0.0.1:${port}`
}
