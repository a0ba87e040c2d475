import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../http/listen.js'
import { isOwnHost } from '../http/own-host.js'
import { readText } from '../http/read-text.js'
import type { CaptchaAnswer } from './answers.js'
import { widgetScript } from './widget-script.js'

const maxBodyBytes = 20_000
const services = ['turnstile', 'hcaptcha'] as const

/**
 * Starts a double of Turnstile and hCaptcha: their scripts at `/turnstile.js` and `/hcaptcha.js`, and their verification at
 * `/siteverify/<service>`. The site key chooses its answer, unless `chosen` names one for all keys: `pass` gives a token
 * without asking, `ask` shows a button first, `expire` asks twice, `fail` reports an error, `silent` never answers, the tokens
 * of `refused` are not accepted, for those of `down` verification fails, and `blocked` has no script.
 */
export async function startCaptcha({
  port,
  chosen = () => 'by-key',
}: {
  port: number
  chosen?: () => CaptchaAnswer
}): Promise<{
  stop(): Promise<void>
}> {
  const tokens = new Map<string, string>()
  const server = createServer((request, response) => {
    serve(request, response, { tokens, chosen }).catch(() => response.destroy())
  })
  return { stop: await listen(server, port) }
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { tokens, chosen }: { tokens: Map<string, string>; chosen: () => CaptchaAnswer },
): Promise<void> {
  if (!isOwnHost(request)) return void response.writeHead(403).end()
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const headers = { 'cache-control': 'no-store', 'access-control-allow-origin': '*' }
  const json = (status: number, content: unknown) =>
    void response
      .writeHead(status, { ...headers, 'content-type': 'application/json' })
      .end(JSON.stringify(content))
  const script = services.find((name) => pathname === `/${name}.js`)
  const answerFor = (key: string) => (chosen() === 'by-key' ? key : chosen())
  if (script !== undefined && chosen() === 'blocked') return void response.writeHead(503).end()
  if (script !== undefined) {
    const type = { 'content-type': 'text/javascript; charset=utf-8' }
    return void response.writeHead(200, { ...headers, ...type }).end(widgetScript(script))
  }
  const siteKeyGiven = searchParams.get('sitekey') ?? ''
  if (pathname === '/answer') return json(200, { answer: answerFor(siteKeyGiven) })
  if (pathname === '/token') {
    const token = randomUUID()
    tokens.set(token, answerFor(siteKeyGiven))
    return json(200, { token })
  }
  if (services.some((name) => pathname === `/siteverify/${name}`) && request.method === 'POST') {
    const form = new URLSearchParams(await readText(request, maxBodyBytes))
    const token = form.get('response') ?? ''
    const siteKey = tokens.get(token)
    tokens.delete(token)
    if (siteKey === 'down') return json(503, {})
    if (form.get('secret') === null) {
      return json(200, { success: false, 'error-codes': ['missing-input-secret'] })
    }
    return siteKey === undefined || siteKey === 'refused'
      ? json(200, { success: false, 'error-codes': ['timeout-or-duplicate'] })
      : json(200, { success: true, 'error-codes': [] })
  }
  json(404, { error: 'Not found' })
}
