import { crossAppAnswers, storageKeys } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { ClientError, RpcError, rpcErrors } from '../errors.js'
import type { CrossAppConnection } from '../features/cross-app.js'
import type { OAuthWindow } from '../oauth-window.js'

/** A request as the provider's page reads it (wire reference §18.4). */
interface Asked {
  method: string
  params: unknown[]
  chainId?: number
}

/** How often the window is looked at, and how long its answer is waited for (wire reference §18.2). */
const lookMs = 300
const limitMs = 120_000
const rejected = 'User rejected request'

/**
 * Shows a request to the user in a window of their wallet's app, and waits for the answer.
 *
 * @returns the signature or the hash.
 * @throws RpcError with the code the app gave; 4001 when the window was closed; ClientError `client_request_timeout`.
 */
export async function askWindow(
  client: SallyportClient,
  given: { opened: OAuthWindow; connection: CrossAppConnection; token: string; request: Asked },
): Promise<string> {
  const { opened, connection, token, request } = given
  const { clock } = client.environment
  let stop = () => {}
  let isOver = false
  const heard = new Promise<string>((resolve, reject) => {
    stop = opened.hear(({ data, origin }) => {
      // The window may have been led to another page: only the app's own answers for it.
      if (connection.answerOrigins?.includes(origin) === false) return
      const answer = readAnswer(data)
      if (answer === null) return
      keepToken(client, connection, answer.token)
      if (answer.error === undefined) resolve(answer.result)
      else reject(answer.error)
    })
  })
  const waitForEnd = async (): Promise<never> => {
    const endMs = clock.nowMs() + limitMs
    while (!isOver && clock.nowMs() < endMs) {
      const wasClosed = opened.isClosed()
      // The last message of a window can arrive after the window has closed.
      await clock.wait(lookMs)
      if (wasClosed) throw new RpcError(4001, { message: rejected })
    }
    throw new ClientError('client_request_timeout', { message: 'Request timeout' })
  }
  try {
    opened.go(urlOf(client, { connection, token, request }), null)
    return await Promise.race([heard, waitForEnd()])
  } finally {
    isOver = true
    stop()
  }
}

function urlOf(
  { environment }: SallyportClient,
  { connection, token, request }: { connection: CrossAppConnection; token: string; request: Asked },
): string {
  const url = new URL(connection.transactUrl)
  const timestamp = environment.clock.nowMs()
  const body = { content: { request }, timestamp, callbackUrl: window.location.origin }
  url.searchParams.set('token', token)
  url.searchParams.set('request', JSON.stringify(body, bigintAsHex))
  return url.href
}

function bigintAsHex(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `0x${value.toString(16)}` : value
}

/** A new token, or that the one used is over; absent when nothing changes. */
type TokenChange = { action?: unknown; value?: unknown } | undefined
type Answer = { token: TokenChange } & (
  | { result: string; error?: undefined }
  | { error: RpcError; result?: undefined }
)

/** What a message says; null for one that is not an answer. */
function readAnswer(data: unknown): Answer | null {
  if (typeof data !== 'object' || data === null) return null
  // Every field is checked before it is used.
  const { type, result, error, errorCode, token } = data as Record<string, unknown>
  const change = typeof token === 'object' && token !== null ? token : undefined
  if (type === crossAppAnswers.response && typeof result === 'string') {
    return { result, token: change }
  }
  if (type !== crossAppAnswers.error) return null
  const message = typeof error === 'string' && error !== '' ? error : rpcErrors[-32603]
  return { error: new RpcError(codeOf(errorCode, message), { message }), token: change }
}

function codeOf(code: unknown, message: string): number {
  if (typeof code === 'number' && Number.isSafeInteger(code)) return code
  return message === rejected ? 4001 : -32603
}

function keepToken(
  { environment }: SallyportClient,
  { appId }: CrossAppConnection,
  change: TokenChange,
): void {
  const key = storageKeys.crossAppToken(appId)
  if (change?.action === 'clear') environment.storage.remove(key)
  if (change?.action === 'set' && typeof change.value === 'string') {
    environment.storage.set(key, change.value)
  }
}
