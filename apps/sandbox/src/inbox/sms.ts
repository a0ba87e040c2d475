import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { listen } from '../http/listen.js'
import { isOwnHost } from '../http/own-host.js'
import { readText } from '../http/read-text.js'
import { findCode } from './find-code.js'
import type { Inbox } from './inbox.js'

const maxBodyBytes = 10_000
const slowMs = 5_000
const accountPath = /^\/2010-04-01\/Accounts\/([^/]+)\.json$/
const messagesPath = /^\/2010-04-01\/Accounts\/[^/]+\/Messages\.json$/

/** How the double answers: as Twilio does, or wrongly. */
export const smsAnswers = {
  right: 'as Twilio does',
  refused: 'that the number can’t receive messages',
  slow: 'after five seconds',
  garbage: 'with text that is not JSON',
  down: 'with status 503',
} as const
type SmsAnswer = keyof typeof smsAnswers

/** A running SMS provider that delivers to the inbox only. */
export interface SmsSink {
  url: string
  stop(): Promise<void>
}

interface Options {
  inbox: Inbox
  nowMs: () => number
  /** Default: as Twilio does. */
  chosen?: () => SmsAnswer
}

/**
 * Starts a double of Twilio's message API on the loopback interface. It takes any credentials and puts every message into
 * `inbox`; a number whose delivery mode is `bounce` is refused as not a mobile number, one of `unsubscribed` as one that has answered STOP. Port 0 picks a free port.
 */
export async function startSmsSink(options: Options & { port: number }): Promise<SmsSink> {
  const server = createServer((request, response) => {
    serve(request, response, options).catch(() => response.destroy())
  })
  const stop = await listen(server, options.port)
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop }
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { inbox, nowMs, chosen = () => 'right' }: Options,
): Promise<void> {
  const body = await readText(request, maxBodyBytes).catch(() => '')
  const answer = (status: number, content: object) =>
    void response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(content))
  const refuse = (status: number, code: number, message: string) =>
    answer(status, { code, message, status })
  // Pages of other origins may not fill the inbox.
  if (!isOwnHost(request) || request.headers.origin !== undefined)
    return refuse(403, 20403, 'Forbidden')
  const [, sid] = accountPath.exec(request.url ?? '') ?? []
  if (request.method === 'GET' && sid !== undefined) {
    if (chosen() === 'down') return refuse(503, 20503, 'Service unavailable')
    return answer(200, { sid, status: 'active' })
  }
  if (request.method !== 'POST' || !messagesPath.test(request.url ?? ''))
    return refuse(404, 20404, 'The requested resource was not found')
  if (!/^Basic .+/.test(request.headers.authorization ?? ''))
    return refuse(401, 20003, 'Authenticate')
  const form = new URLSearchParams(body)
  const [to, text] = [form.get('To') ?? '', form.get('Body') ?? '']
  const from = form.get('From') ?? form.get('MessagingServiceSid')
  if (!/^\+\d{7,15}$/.test(to)) return refuse(400, 21211, `Invalid 'To' Phone Number`)
  if (from === null) return refuse(400, 21603, `A 'From' phone number is required`)
  if (text === '') return refuse(400, 21602, 'Message body is required')
  const mode = chosen()
  if (mode === 'down') return refuse(503, 20503, 'Service unavailable')
  if (mode === 'garbage') return void response.writeHead(200).end('<html>OK')
  if (mode === 'slow') await delay(slowMs)
  if (inbox.modeOf(to) === 'unsubscribed')
    return refuse(400, 21610, 'Attempt to send to unsubscribed recipient')
  if (mode === 'refused' || inbox.modeOf(to) === 'bounce')
    return refuse(400, 21614, `'To' is not a mobile number`)
  inbox.receive({
    channel: 'sms',
    to,
    subject: text,
    text,
    code: findCode({ subject: text, text }),
    at: new Date(nowMs()).toISOString(),
  })
  answer(201, {
    sid: `SM${randomBytes(16).toString('hex')}`,
    status: 'queued',
    to,
    from,
    body: text,
  })
}
