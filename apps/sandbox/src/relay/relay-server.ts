import { createServer, type Server } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { isOwnHost } from '../http/own-host.js'
import { createTopics, type Subscriber, type Topics } from './topics.js'

/** How the relay answers: as WalletConnect's does, or wrongly. */
export const relayAnswers = {
  right: 'as WalletConnect’s relay does',
  refused: 'that the project id is unknown',
  slow: 'after three seconds',
  garbage: 'with text that is not JSON',
  down: 'by ending the connection',
} as const
export type RelayAnswer = keyof typeof relayAnswers
const slowMs = 3_000

/** Longest message: an encrypted request with a large transaction. */
const maxPayload = 1_000_000

/**
 * Creates a relay that WalletConnect clients pair through: JSON-RPC over websockets, methods `irn_*`, and the two calls that
 * carry a session proposal and its answer. The relay sees topics and ciphertext only.
 *
 * @see https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc
 */
export function createRelayServer(deps: { nowMs(): number; chosen(): RelayAnswer }): {
  server: Server
  /** Ends the connections of all clients. */
  dropClients(): void
} {
  const server = createServer((_request, response) => void response.writeHead(426).end())
  const topics = createTopics(deps)
  const sockets = new WebSocketServer({
    server,
    maxPayload,
    verifyClient: ({ req }, done) => {
      // Any project id of the right form: there is nothing to register with here.
      const projectId = new URL(req.url ?? '/', 'http://relay').searchParams.get('projectId') ?? ''
      if (!isOwnHost(req)) return done(false, 421)
      if (deps.chosen() === 'down') return done(false, 503)
      if (deps.chosen() === 'refused') return done(false, 401)
      done(/^[0-9a-f]{32}$/.test(projectId), 401)
    },
  })
  // It re-emits the server's errors, which the server's own listener handles.
  sockets.on('error', () => undefined)
  sockets.on('connection', (socket) => serveSocket(topics, socket, deps.chosen))
  return {
    server,
    dropClients() {
      for (const each of sockets.clients) each.terminate()
    },
  }
}

function serveSocket(topics: Topics, socket: WebSocket, chosen: () => RelayAnswer): void {
  const send = (message: object) => {
    const mode = chosen()
    if (mode === 'down') return socket.terminate()
    const text = mode === 'garbage' ? '<html>' : JSON.stringify({ jsonrpc: '2.0', ...message })
    const deliver = () => {
      if (socket.readyState === socket.OPEN) socket.send(text)
    }
    if (mode === 'slow') setTimeout(deliver, slowMs)
    else deliver()
  }
  let lastId = 0
  const subscriber: Subscriber = {
    deliver: ({ topic, message, publishedAt, tag }) => {
      lastId += 1
      const id = Date.now() * 1000 + (lastId % 1000)
      const data = { topic, message, publishedAt, tag }
      send({ id, method: 'irn_subscription', params: { id: topic, data } })
    },
  }
  // Broken frames close the socket; nothing else to do.
  socket.on('error', () => undefined)
  socket.on('close', () => topics.leave(subscriber))
  socket.on('message', (bytes) => {
    const call = readCall(String(bytes))
    // What has no method acknowledges a message.
    if (call === undefined || call.method === undefined) return
    const { id, method, params } = call
    const handle = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (handle === undefined) {
      return send({ id, error: { code: -32601, message: `The relay has no method ${method}` } })
    }
    try {
      const { result, after } = handle({ topics, subscriber, params })
      send({ id, result })
      after?.()
    } catch (error) {
      const message = error instanceof Error ? error.message : 'Invalid parameters'
      send({ id, error: { code: -32602, message } })
    }
  })
}

interface Call {
  topics: Topics
  subscriber: Subscriber
  params: Record<string, unknown>
}
/** `after` runs once the result is sent: clients expect messages after the answer to their subscription. */
type Handler = (call: Call) => { result: unknown; after?: () => void }

const methods: Record<string, Handler> = {
  irn_subscribe: ({ topics, subscriber, params }) => {
    const topic = text(params.topic)
    return { result: topic, after: () => topics.subscribe(subscriber, topic) }
  },
  irn_batchSubscribe: ({ topics, subscriber, params }) => {
    const list = texts(params.topics)
    const after = () => {
      for (const topic of list) topics.subscribe(subscriber, topic)
    }
    return { result: list, after }
  },
  irn_unsubscribe: ({ topics, subscriber, params }) => {
    topics.unsubscribe(subscriber, text(params.topic))
    return { result: true }
  },
  irn_batchUnsubscribe: ({ topics, subscriber, params }) => {
    const subscriptions = Array.isArray(params.subscriptions) ? params.subscriptions : []
    for (const each of subscriptions) topics.unsubscribe(subscriber, text(each?.topic))
    return { result: true }
  },
  irn_publish: (call) => {
    publish(call, { topic: text(call.params.topic), message: text(call.params.message) })
    return { result: true }
  },
  irn_batchPublish: (call) => {
    const messages = Array.isArray(call.params.messages) ? call.params.messages : []
    for (const each of messages) {
      publish(call, { topic: text(each?.topic), message: text(each?.message) })
    }
    return { result: true }
  },
  irn_fetchMessages: ({ topics, params }) => ({
    result: { messages: topics.take([text(params.topic)]), hasMore: false },
  }),
  irn_batchFetchMessages: ({ topics, params }) => ({
    result: { messages: topics.take(texts(params.topics)), hasMore: false },
  }),
  wc_proposeSession: (call) => {
    const { topics, subscriber, params } = call
    const topic = text(params.pairingTopic)
    topics.subscribe(subscriber, topic)
    publish(call, { topic, message: text(params.sessionProposal) })
    return { result: true }
  },
  wc_approveSession: (call) => {
    const { topics, subscriber, params } = call
    const sessionTopic = text(params.sessionTopic)
    topics.subscribe(subscriber, sessionTopic)
    publish(call, {
      topic: text(params.pairingTopic),
      message: text(params.sessionProposalResponse),
    })
    publish(call, { topic: sessionTopic, message: text(params.sessionSettlementRequest) })
    return { result: true }
  },
}

function publish(
  { topics, subscriber, params }: Call,
  { topic, message }: { topic: string; message: string },
): void {
  const { ttl, tag } = params
  topics.publish(subscriber, {
    topic,
    message,
    ttlSeconds: typeof ttl === 'number' && ttl > 0 ? ttl : 300,
    tag: typeof tag === 'number' ? tag : 0,
  })
}

function readCall(
  given: string,
): { id: unknown; method?: string; params: Record<string, unknown> } | undefined {
  try {
    const call: unknown = JSON.parse(given)
    if (!isRecord(call)) return undefined
    const { id, method, params } = call
    return {
      id,
      params: isRecord(params) ? params : {},
      ...(typeof method === 'string' ? { method } : {}),
    }
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function text(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new TypeError('Expected a text')
  return value
}

function texts(value: unknown): string[] {
  if (!Array.isArray(value) || value.length > 500) throw new TypeError('Expected a list of topics')
  return value.map(text)
}
