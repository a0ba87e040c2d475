import type { IncomingMessage, ServerResponse } from 'node:http'
import { verifyWebhook, WebhookVerificationError } from '@sallyport/contract/webhooks'
import type { ReceivedWebhook, ReceiverMode } from '@sallyport/protocols/sandbox'
import { readText } from '../http/read-text.js'

const mostKept = 200
const mostBytes = 1_000_000
/** Longer than the server waits. */
const slowMs = 20_000

const statuses: Record<ReceiverMode, number> = { ok: 200, fail: 500, slow: 200, gone: 410 }
const shownHeaders = /^(?:webhook|svix)-|^content-type$/

/** Receives webhooks as an app's back end does, keeps them, and answers as it is told to. */
export class WebhookReceiver {
  mode: ReceiverMode = 'ok'
  /** The secret of its endpoint. */
  secret = ''
  #received: ReceivedWebhook[] = []
  readonly #nowMs: () => number

  constructor({ nowMs }: { nowMs: () => number }) {
    this.#nowMs = nowMs
  }

  /** What arrived, the newest first. */
  received(): readonly ReceivedWebhook[] {
    return this.#received
  }

  clear(): void {
    this.#received = []
  }

  /** Answers one request. */
  async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readText(request, mostBytes)
    const { mode } = this
    const verdict = await this.#verify(body, request.headers)
    const status = verdict === 'verified' ? statuses[mode] : 400
    const text = (name: string) => String(request.headers[name] ?? '')
    const shown = Object.keys(request.headers).filter((name) => shownHeaders.test(name))
    const entry = {
      id: text('webhook-id'),
      type: typeOf(body),
      at: new Date(this.#nowMs()).toISOString(),
      verdict,
      status,
      headers: Object.fromEntries(shown.map((name) => [name, text(name)])),
      body,
    }
    this.#received = [entry, ...this.#received].slice(0, mostKept)
    if (mode === 'slow') {
      const timer = setTimeout(() => response.writeHead(status).end(), slowMs)
      timer.unref()
      response.on('close', () => clearTimeout(timer))
      return
    }
    response.writeHead(status).end()
  }

  async #verify(body: string, headers: IncomingMessage['headers']): Promise<string> {
    try {
      await verifyWebhook({ body, headers }, { secret: this.secret }, { nowMs: this.#nowMs() })
      return 'verified'
    } catch (error) {
      if (error instanceof WebhookVerificationError) return error.problem
      throw error
    }
  }
}

function typeOf(body: string): string {
  try {
    const { type }: { type?: unknown } = JSON.parse(body)
    return typeof type === 'string' ? type : ''
  } catch {
    return ''
  }
}
