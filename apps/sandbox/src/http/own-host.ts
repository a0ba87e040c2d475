import type { IncomingMessage } from 'node:http'

/** Whether a request names this machine: a foreign name that was pointed here (DNS rebinding) does not. */
export function isOwnHost({ headers, socket }: IncomingMessage, port = socket.localPort): boolean {
  return headers.host === `localhost:${port}` || headers.host === `127.0.0.1:${port}`
}
