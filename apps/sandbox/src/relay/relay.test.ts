import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Relay, startRelay } from './relay.js'
import type { RelayAnswer } from './relay-server.js'

let nowMs = 1_000_000
let relay: Relay
let answer: RelayAnswer = 'right'
beforeAll(async () => {
  relay = await startRelay({ port: 0, nowMs: () => nowMs, chosen: () => answer })
})
afterEach(() => {
  answer = 'right'
})
afterAll(() => relay.stop())

const projectId = '0123456789abcdef0123456789abcdef'
interface Frame {
  id?: number
  method?: string
  result?: unknown
  error?: { code: number; message: string }
  params?: { id: string; data: { topic: string; message: string; publishedAt: number } }
}

/** A client of the relay that keeps what it receives. */
async function connect(id = projectId) {
  const socket = new WebSocket(`${relay.url}/?projectId=${id}`)
  const frames: Frame[] = []
  const wakes = new Set<() => void>()
  socket.on('message', (data) => {
    frames.push(JSON.parse(String(data)))
    for (const wake of wakes) wake()
  })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const until = async <T>(find: () => T | undefined): Promise<T> => {
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      await new Promise<void>((resolve) => {
        const wake = () => {
          wakes.delete(wake)
          resolve()
        }
        wakes.add(wake)
      })
    }
  }
  let lastId = 0
  return {
    socket,
    frames,
    call: (method: string, params: unknown) => {
      lastId += 1
      const id = lastId
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
      return until(() => frames.find((frame) => frame.id === id && frame.method === undefined))
    },
    received: () =>
      frames.flatMap(({ method, params }) =>
        method === 'irn_subscription' && params ? [params.data.message] : [],
      ),
    untilReceived: (message: string) =>
      until(() => frames.find(({ params }) => params?.data?.message === message)),
    close: () => socket.close(),
  }
}
const newTopic = () => randomBytes(32).toString('hex')

describe('the relay of the sandbox', () => {
  test('delivers what is published to the other subscribers, after the answer to the subscription', async () => {
    const [one, two] = [await connect(), await connect()]
    const topic = newTopic()
    await one.call('irn_subscribe', { topic })
    await two.call('irn_batchSubscribe', { topics: [topic] })
    expect(
      await two.call('irn_publish', { topic, message: 'hello', ttl: 300, tag: 1108 }),
    ).toMatchObject({ result: true })
    expect(await one.untilReceived('hello')).toMatchObject({
      params: { data: { topic, publishedAt: nowMs, tag: 1108 } },
    })
    expect(two.received()).toEqual([])
    for (const each of [one, two]) each.close()
  })

  test('keeps a message for a late subscriber until its time is over', async () => {
    const [one, two] = [await connect(), await connect()]
    const [kept, lost] = [newTopic(), newTopic()]
    await one.call('irn_publish', { topic: kept, message: 'kept', ttl: 300 })
    await one.call('irn_publish', { topic: lost, message: 'lost', ttl: 60 })
    nowMs += 61_000
    await two.call('irn_subscribe', { topic: lost })
    await two.call('irn_subscribe', { topic: kept })
    await two.untilReceived('kept')
    expect(two.received()).toEqual(['kept'])
    for (const each of [one, two]) each.close()
  })

  test('gives waiting messages out once when they are fetched', async () => {
    const [one, two] = [await connect(), await connect()]
    const topic = newTopic()
    await one.call('irn_publish', { topic, message: 'waiting', ttl: 300 })
    const fetched = await two.call('irn_batchFetchMessages', { topics: [topic] })
    expect(fetched.result).toMatchObject({
      messages: [{ topic, message: 'waiting' }],
      hasMore: false,
    })
    expect((await two.call('irn_fetchMessages', { topic })).result).toMatchObject({ messages: [] })
    for (const each of [one, two]) each.close()
  })

  test('carries a proposal to the wallet and its answer and settlement back', async () => {
    const [app, wallet] = [await connect(), await connect()]
    const [pairingTopic, sessionTopic] = [newTopic(), newTopic()]
    await app.call('wc_proposeSession', { pairingTopic, sessionProposal: 'proposal', ttl: 300 })
    await wallet.call('irn_subscribe', { topic: pairingTopic })
    await wallet.untilReceived('proposal')
    await wallet.call('wc_approveSession', {
      pairingTopic,
      sessionTopic,
      sessionProposalResponse: 'response',
      sessionSettlementRequest: 'settlement',
    })
    await app.untilReceived('response')
    await app.call('irn_subscribe', { topic: sessionTopic })
    await app.untilReceived('settlement')
    await app.call('irn_publish', { topic: sessionTopic, message: 'request', ttl: 300 })
    await wallet.untilReceived('request')
    for (const each of [app, wallet]) each.close()
  })

  test('a subscription ends by its call and with its connection', async () => {
    const [one, two, three] = [await connect(), await connect(), await connect()]
    const topic = newTopic()
    await one.call('irn_subscribe', { topic })
    expect(await one.call('irn_unsubscribe', { topic, id: topic })).toMatchObject({ result: true })
    await two.call('irn_subscribe', { topic })
    two.close()
    await new Promise((resolve) => two.socket.once('close', resolve))
    await three.call('irn_publish', { topic, message: 'late', ttl: 300 })
    const four = await connect()
    await four.call('irn_subscribe', { topic })
    await four.untilReceived('late')
    expect(one.received()).toEqual([])
    for (const each of [one, three, four]) each.close()
  })

  test('error: a wrong project id, an unknown method, wrong parameters, no JSON', async () => {
    await expect(connect('nope')).rejects.toThrow('401')
    const one = await connect()
    one.socket.send('hello')
    one.socket.send('[]')
    expect(await one.call('irn_dance', {})).toMatchObject({ error: { code: -32601 } })
    for (const [method, params] of [
      ['irn_subscribe', {}],
      ['irn_subscribe', { topic: 5 }],
      ['irn_batchSubscribe', { topics: 'x' }],
      ['irn_publish', { topic: newTopic() }],
      ['wc_approveSession', {}],
      ['constructor', {}],
    ] as const) {
      expect((await one.call(method, params)).error?.code).toBeLessThan(0)
    }
    one.close()
  })

  test.each(['refused', 'down'] as const)(
    'switched to %s, it takes no connection',
    async (mode) => {
      answer = mode
      await expect(connect()).rejects.toThrow(mode === 'down' ? '503' : '401')
    },
  )

  test('switched to down, it ends connections at their next call', async () => {
    const client = await connect()
    const closed = new Promise((resolve) => client.socket.once('close', resolve))
    answer = 'down'
    client.socket.send(JSON.stringify({ id: 1, method: 'irn_subscribe', params: { topic: 'a' } }))
    await closed
  })

  test('switched to garbage, it answers with text that is not JSON', async () => {
    const client = await connect()
    answer = 'garbage'
    client.socket.removeAllListeners('message')
    const heard = new Promise((resolve) =>
      client.socket.once('message', (data) => resolve(String(data))),
    )
    client.socket.send(JSON.stringify({ id: 1, method: 'irn_subscribe', params: { topic: 'a' } }))
    expect(await heard).toBe('<html>')
    client.socket.close()
  })
})
