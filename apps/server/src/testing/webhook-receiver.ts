import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A webhook that a receiver got. */
export interface Received {
  headers: IncomingHttpHeaders
  body: string
  json: { type: string } & Record<string, unknown>
}

/** A receiver on this machine, as an app's back end has one. */
export interface Receiver {
  url: string
  received: Received[]
  /** What it answers; by default 200. */
  answerWith(
    answer: (webhook: Received) => {
      status: number
      headers?: Record<string, string>
      body?: string
    },
  ): void
  close(): Promise<void>
}

/** Starts a receiver. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let answer: Parameters<Receiver['answerWith']>[0] = () => ({ status: 200 })
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const webhook = { headers: request.headers, body, json: JSON.parse(body) }
      received.push(webhook)
      const { status, headers = {}, body: text = '' } = answer(webhook)
      response.writeHead(status, headers).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Of a server that listens on TCP.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    received,
    answerWith: (next) => {
      answer = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
