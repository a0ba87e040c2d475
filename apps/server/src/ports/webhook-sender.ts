import type { WebhookAnswer } from '../webhooks/decide.js'
import { publicFetch } from './public-fetch.js'
import { resolvePublic } from './public-lookup.js'

/** Calls the endpoints of apps. */
export interface WebhookSender {
  /**
   * Why an app may not name this URL, as a sentence; undefined when it may. Without private addresses it looks the name up, so that a mistake
   * is told at once; the address is checked again at each call.
   */
  problemOf(url: string): Promise<string | undefined>
  /** Posts once. Follows no redirect and keeps the beginning of the answer. Never throws. */
  post(request: {
    url: string
    headers: Readonly<Record<string, string>>
    body: string
  }): Promise<WebhookAnswer>
}

/** How long an endpoint may take, in milliseconds. */
const deadlineMs = 15_000
/** How much of an answer is read, and how much is kept. */
const mostBytes = 65_536
const keptCharacters = 1_000

/** Creates the sender. `allowsPrivate`: also http, and addresses of private networks, for development. */
export function createWebhookSender({ allowsPrivate }: { allowsPrivate: boolean }): WebhookSender {
  const fetcher = allowsPrivate ? fetch : publicFetch
  return {
    problemOf: (url) => problemOf(url, allowsPrivate),
    post: (request) => inTime(postOnce(fetcher, request)),
  }
}

async function postOnce(
  fetcher: typeof fetch,
  { url, headers, body }: Parameters<WebhookSender['post']>[0],
): Promise<WebhookAnswer> {
  const signal = AbortSignal.timeout(deadlineMs)
  try {
    const options = { method: 'POST', headers, body, redirect: 'manual', signal } as const
    const response = await fetcher(url, options)
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel()
      return { failure: 'redirect' }
    }
    return { status: response.status, response: await readStart(response, signal) }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}

/** An attempt holds one of few places: it ends a second after its deadline, whatever it waits for. */
async function inTime(attempt: Promise<WebhookAnswer>): Promise<WebhookAnswer> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<WebhookAnswer>((resolve) => {
    timer = setTimeout(() => resolve({ failure: 'timeout' }), deadlineMs + 1_000)
  })
  try {
    return await Promise.race([attempt, over])
  } finally {
    clearTimeout(timer)
  }
}

async function problemOf(text: string, allowsPrivate: boolean): Promise<string | undefined> {
  if (!URL.canParse(text)) return 'url must be a URL'
  const { protocol, username, password, hostname, hash } = new URL(text)
  if (protocol !== 'https:' && !(allowsPrivate && protocol === 'http:'))
    return 'url must be an https URL'
  if (username !== '' || password !== '') return 'url must not have a user or password'
  if (hash !== '') return 'url must not have a fragment'
  if (allowsPrivate) return undefined
  const host = hostname.replace(/^\[|\]$/g, '')
  try {
    await resolvePublic(host)
    return undefined
  } catch {
    return 'url must name a host with a public address'
  }
}

/** The start of the answer; what comes after `mostBytes` is not read. */
async function readStart(response: Response, signal: AbortSignal): Promise<string> {
  const reader = response.body?.getReader()
  if (reader === undefined) return ''
  const decoder = new TextDecoder()
  let [text, length] = ['', 0]
  for (;;) {
    signal.throwIfAborted()
    const { done, value } = await reader.read()
    if (done) return clean(text)
    length += value.length
    if (text.length < keptCharacters) text += decoder.decode(value, { stream: true })
    if (length > mostBytes) {
      await reader.cancel()
      return clean(text)
    }
  }
}

/** Postgres takes no NUL. */
function clean(text: string): string {
  return text.slice(0, keptCharacters).replaceAll('\0', '')
}

function failureOf(error: unknown): 'timeout' | 'redirect' | 'private_address' | 'unreachable' {
  if (!(error instanceof Error)) return 'unreachable'
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'timeout'
  if (error.message === 'A redirect') return 'redirect'
  return error.message === 'Not a public address' ? 'private_address' : 'unreachable'
}
