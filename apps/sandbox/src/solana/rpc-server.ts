import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { WebSocketServer } from 'ws'
import { readText } from '../http/read-text.js'
import { answer } from './call.js'
import type { Ledger } from './ledger.js'
import { serveSocket } from './subscriptions.js'

/**
 * A server that speaks Solana's JSON-RPC over HTTP and over websockets, on whichever port it is told to listen:
 * clients look for the websocket on the same port or on the next. Any web page may call it, as on public nodes.
 */
export function createSolanaServer(ledger: Ledger): Server {
  const server = createServer((request, response) => {
    void handle(ledger, request, response)
  })
  const sockets = new WebSocketServer({ server, maxPayload: 1_000_000 })
  sockets.on('connection', (socket) => serveSocket(ledger, socket))
  return server
}

async function handle(
  ledger: Ledger,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-headers', '*')
  response.setHeader('access-control-allow-methods', 'POST, GET, OPTIONS')
  response.setHeader('access-control-max-age', '86400')
  if (request.method === 'OPTIONS') return void response.writeHead(204).end()
  if (request.method === 'GET') return void response.end('ok')
  try {
    const reply = answer(ledger, await readText(request, 1_000_000))
    response.setHeader('content-type', 'application/json').end(reply)
  } catch {
    response.writeHead(413).end()
  }
}
