import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { WebSocketServer } from 'ws'
import { isOwnHost } from '../http/own-host.js'
import { readText } from '../http/read-text.js'
import { handleRpc } from './call.js'
import type { Ledger } from './ledger.js'
import { serveSocket } from './subscriptions.js'

/**
 * Creates a server for Solana's JSON-RPC over HTTP and websockets. It runs on two ports, because clients expect the websocket
 * on the same port or on the next. Any web page may call it, as on public nodes, but only by the name of this machine.
 */
export function createSolanaServer(ledger: Ledger): Server {
  const server = createServer((request, response) => {
    handle(ledger, request, response).catch(() => response.destroy())
  })
  const sockets = new WebSocketServer({
    server,
    maxPayload: 1_000_000,
    verifyClient: ({ req }: { req: IncomingMessage }) => isOwnHost(req),
  })
  // It re-emits the server's errors, which the server's own listener handles.
  sockets.on('error', () => undefined)
  sockets.on('connection', (socket) => serveSocket(ledger, socket))
  return server
}

async function handle(
  ledger: Ledger,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isOwnHost(request)) return void response.writeHead(421).end()
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-headers', '*')
  response.setHeader('access-control-allow-methods', 'POST, GET, OPTIONS')
  response.setHeader('access-control-max-age', '86400')
  if (request.method === 'OPTIONS') return void response.writeHead(204).end()
  if (request.method === 'GET') return void response.end('ok')
  try {
    const reply = handleRpc(ledger, await readText(request, 1_000_000))
    response.setHeader('content-type', 'application/json').end(reply)
  } catch {
    response.writeHead(413).end()
  }
}
