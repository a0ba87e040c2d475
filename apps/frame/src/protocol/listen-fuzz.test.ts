import { frameEvents } from '@sallyport/contract'
import { fuzz, fuzzTimeFactor, hostileJson, hostileTexts, valuesOf } from '@sallyport/testing'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRig, pageOrigin } from '../testing/rig.js'
import type { Handlers } from './handler.js'
import { type IncomingMessage, listen, maxOutstanding } from './listen.js'

const events = Object.keys(frameEvents) as (keyof typeof frameEvents)[]
const config = {
  appId: 'app',
  allowedOrigins: [pageOrigin],
  allowLocalhost: false,
  vaultPublicKey: '',
  apiPublicKey: '',
  tokens: { issuer: '', nowMs: 0, keys: [] },
  allowsRawDigests: false,
  allowsAuthorizations: false,
  confirmation: null,
}

/** What structured clone can carry and no schema expects. */
const cloneable = fc.constantFrom<() => unknown>(
  () => new Map([['id', 'id-0']]),
  () => new Set(['id-0']),
  () => new Date(Number.NaN),
  () => /(a+)+$/,
  () => new Error('boom'),
  () => new ArrayBuffer(8),
  () => new BigUint64Array(2),
  () => new Blob(['x']),
  () => Object.assign([1], { length: 2 ** 31 }),
  () => Object.assign([], { id: 'id-0', event: 'privy:iframe:ready' }),
  () => 2n ** 4096n,
  () => Object.create(null),
  () => JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
  () => cyclic(),
)
const anything = fc.oneof(
  hostileJson,
  cloneable.map((make) => make()),
)
const token = `x.${Buffer.from('{"sub":"did:privy:ada","aud":"app"}').toString('base64url')}.x`
const ids = fc.oneof(
  { weight: 6, arbitrary: fc.nat(40).map((n) => `id-${n}`) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(...hostileTexts, null, 1, {}) },
)
const envelope = fc.oneof(
  fc
    .record({
      id: ids,
      event: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom<unknown>(...events) },
        { weight: 1, arbitrary: fc.constantFrom<unknown>(...hostileTexts, null, {}) },
      ),
      data: anything,
    })
    .map((message): unknown => message),
  fc
    .tuple(ids, fc.constantFrom(...events))
    .chain(([id, event]) =>
      valuesOf(frameEvents[event].data, [token]).map((data): unknown => ({ id, event, data })),
    ),
)
const messages = fc.oneof(
  { weight: 6, arbitrary: envelope },
  { weight: 2, arbitrary: envelope.map(asText) },
  { weight: 1, arbitrary: anything },
)
type Step = { post: unknown; from?: 'sibling' | 'evil' | 'null' } | { settle: number }
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: messages.map((post) => ({ post })) },
    {
      weight: 1,
      arbitrary: fc.record({
        post: messages,
        from: fc.constantFrom('sibling' as const, 'evil' as const, 'null' as const),
      }),
    },
    { weight: 2, arbitrary: fc.nat(9).map((settle) => ({ settle })) },
  ),
  { maxLength: 40, size: 'max' },
)

const silent = ['log', 'info', 'warn', 'error', 'debug'] as const
const unhandled = vi.fn()
beforeEach(() => {
  for (const method of silent) vi.spyOn(console, method)
  process.on('unhandledRejection', unhandled)
})
afterEach(() => {
  for (const method of silent) expect(console[method]).not.toHaveBeenCalled()
  expect(unhandled).not.toHaveBeenCalled()
  process.off('unhandledRejection', unhandled)
  vi.restoreAllMocks()
})

describe('listen', () => {
  test(
    'IFR-02 IFR-03 IFR-06: 1,000 runs of hostile messages leave no legal state',
    async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (run) => {
          const door = openDoor()
          for (const step of run) {
            if ('post' in step) door.post(step.post, step.from)
            else await door.settle(step.settle)
            expect(door.waiting()).toBeLessThanOrEqual(maxOutstanding)
          }
          await door.settle(Number.POSITIVE_INFINITY)

          expect(door.waiting()).toBe(0)
          expect(door.foreignAnswers).toEqual([])
          expect(door.answers.length).toBeLessThanOrEqual(door.legalRequests())
          for (const answer of door.answers) expectLegal(answer)
          expect({}).not.toHaveProperty('polluted')
        }),
        fuzz(1_000),
      )
    },
    180_000 * fuzzTimeFactor,
  )

  test(
    'IFR-03: an id is answered once however its copies are ordered among a flood',
    async () => {
      const order = fc.array(fc.nat(maxOutstanding * 2), { minLength: 200, maxLength: 400 })
      await fc.assert(
        fc.asyncProperty(order, async (numbers) => {
          const door = openDoor()
          for (const n of numbers) {
            door.post({ id: `id-${n}`, event: 'privy:iframe:ready', data: {} })
          }
          await door.settle(Number.POSITIVE_INFINITY)

          const refused = door.answers.filter((answer) =>
            JSON.stringify(answer).includes('code 429'),
          )
          const taken = door.answers
            .filter((answer) => !refused.includes(answer))
            .map(({ id }) => id)
          expect(new Set(taken).size).toBe(taken.length)
          expect(taken.length).toBe(Math.min(maxOutstanding, new Set(numbers).size))
        }),
        fuzz(50),
      )
    },
    180_000 * fuzzTimeFactor,
  )
})

describe('createFrame', () => {
  test(
    'IFR-06: messages inside the table with a made-up token call the server only to check the token',
    async () => {
      const { custody, openPage } = await createRig()
      const page = openPage()
      const sent = fc.constantFrom(...events).chain((event) =>
        valuesOf(frameEvents[event].data, [token]).map((data) => ({
          event,
          data: data as never,
        })),
      )

      await fc.assert(
        fc.asyncProperty(sent, async ({ event, data }) => {
          const answer = await page.send(event, data)
          expectLegal(answer as unknown as Answer)
        }),
        fuzz(300),
      )
      // Each token is of another app or of none: no call is made for it.
      expect(custody.calls).toEqual([])
    },
    180_000 * fuzzTimeFactor,
  )
})

type Answer = Record<string, unknown> & { id: string }

/** A door whose handlers finish when the test says so, at different times and sometimes badly. */
function openDoor() {
  const answers: Answer[] = []
  const foreignAnswers: unknown[] = []
  const gates: (() => void)[] = []
  let finished = 0
  let started = 0
  const page = { postMessage: (message: unknown) => void answers.push(clone(message) as Answer) }
  const foreign = { postMessage: (message: unknown) => void foreignAnswers.push(message) }
  const handle = async () => {
    started += 1
    const isBad = started % 5 === 0
    await new Promise<void>((open) => gates.push(open))
    finished += 1
    if (isBad) throw new Error('secret')
    return { address: 'a', publicKey: 'a', entropyId: 'a', share: 'secret' }
  }
  const handlers = Object.fromEntries(events.map((event) => [event, handle]))
  let listener: (event: IncomingMessage) => void = () => undefined
  listen(
    {
      parent: page,
      addEventListener: (_, added) => {
        listener = added
      },
    },
    // One handler for every event: what it answers is the same for all.
    handlers as unknown as Handlers,
    config,
  )
  let posted = 0
  return {
    answers,
    foreignAnswers,
    waiting: () => started - finished,
    legalRequests: () => posted,
    post(message: unknown, from?: 'sibling' | 'evil' | 'null') {
      const origin = { sibling: pageOrigin, evil: 'https://evil.example', null: 'null' }
      const source = from === undefined ? page : foreign
      if (from === undefined) posted += 1
      listener({ data: clone(message), origin: from ? origin[from] : pageOrigin, source })
    },
    async settle(count: number) {
      do {
        for (const open of gates.splice(0, count)) open()
        await new Promise((resolve) => setImmediate(resolve))
      } while (count === Number.POSITIVE_INFINITY && gates.length > 0)
    },
  }
}

/** One answer of the protocol: an id and an event, and data or a typed error with a short text, and nothing else. */
function expectLegal(answer: Answer): void {
  expect(typeof answer.id).toBe('string')
  const kind = 'error' in answer ? 'error' : 'data'
  expect(Object.keys(answer).sort()).toEqual(['event', 'id', kind].sort())
  if (kind === 'data') {
    const { response } = frameEvents[answer.event as keyof typeof frameEvents]
    expect(response.parse(answer.data)).toEqual(answer.data)
  }
  expect(JSON.stringify(answer).length).toBeLessThan(1_000)
  expect(JSON.stringify(answer)).not.toContain('secret')
}

function clone(message: unknown): unknown {
  return structuredClone(message)
}

function asText(message: unknown): unknown {
  try {
    return JSON.stringify(message)
  } catch {
    // A value that JSON cannot say goes as it is.
    return message
  }
}

function cyclic(): unknown {
  const value: Record<string, unknown> = { list: [] }
  value.self = value
  return value
}
