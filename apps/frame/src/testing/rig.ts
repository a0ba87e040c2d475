import {
  type FrameAnswer,
  type FrameEvent,
  type FramePageConfig,
  type FrameRequestData,
  frameNotices,
  framePageConfig,
} from '@sallyport/contract'
import { toBase64url } from '@sallyport/crypto'
import type { ConfirmClock } from '../confirm/confirmer.js'
import type { Prompt } from '../confirm/prompt.js'
import { createFrame } from '../create-frame.js'
import type { DeviceStore } from '../device/device-record.js'
import { openGrantStore } from '../device/grant-store.js'
import { createMemoryStore } from '../device/memory-store.js'
import type { GrantStore } from '../device/wallet-grants.js'
import { type FactorChannel, shareFactors } from '../factor/share-factors.js'
import type { IncomingMessage } from '../protocol/listen.js'
import { createFakeCustody, type FakeCustody } from './fake-custody.js'
import { fakeToken, fakeTokens } from './fake-token.js'

export const appId = 'clsallyporttestapp0000001'
export const pageOrigin = 'https://app.example'
const frameOrigin = 'https://auth.example'

/** A page with the frame in it. */
export interface Page {
  /** Every message the frame has sent to the page. */
  readonly received: FrameAnswer[]
  /** Delivers any message as the page's own and forgets about it. */
  post(message: unknown, from?: Partial<IncomingMessage>): void
  /** Sends one request and waits for its answer. */
  send<E extends FrameEvent>(event: E, data: FrameRequestData<E>): Promise<FrameAnswer>
}

/** What a browser may be given in place of its own. */
export interface PageOptions {
  webCrypto?: Crypto
  /** Never idle when absent. */
  whenIdle?: (task: () => void) => void
  /** Makes the app one that enforces wallet screens, which are shown here. */
  prompt?: Prompt
  /** Lets pages ask for signatures of raw hashes. */
  allowsRawDigests?: boolean
  allowsAuthorizations?: boolean
  /** Stands still when absent. */
  clock?: ConfirmClock
  /** Stands still when absent. */
  wallClock?: () => number
  /** To the other pages of the frame's origin; none when absent. */
  factorChannel?: FactorChannel
}

/** One server, any number of browsers, and pages in them. */
export interface Rig {
  readonly custody: FakeCustody
  token(userId: string): string
  /** Opens a page in the browser whose records are in `store`. */
  openPage(store?: DeviceStore, options?: PageOptions): Page
}

export async function createRig(): Promise<Rig> {
  const custody = await createFakeCustody(appId)
  return {
    custody,
    token: (userId) => fakeToken(userId, appId),
    openPage: (store = createMemoryStore(), options = {}) =>
      openPage({
        server: {
          appId,
          fetch: custody.fetch,
          vaultPublicKey: toBase64url(custody.vault.publicKey),
          apiPublicKey: toBase64url(custody.api.publicKey),
        },
        store,
        ...options,
      }),
  }
}

/** Opens a page with the frame of `server`'s app in it. */
export function openPage({
  server: { fetch, ...keys },
  store = createMemoryStore(),
  grantStore = openGrantStore(undefined),
  webCrypto = crypto,
  whenIdle = () => undefined,
  prompt,
  allowsRawDigests = false,
  allowsAuthorizations = false,
  clock = { nowMs: () => 0, after: () => () => undefined },
  wallClock = () => 0,
  factorChannel,
}: {
  server: {
    appId: string
    fetch: typeof globalThis.fetch
    vaultPublicKey: string
    apiPublicKey: string
    /** Those of the fake server when absent. */
    tokens?: FramePageConfig['tokens']
    storageSimulator?: string
  }
  store?: DeviceStore
  grantStore?: GrantStore
} & PageOptions): Page {
  const received: FrameAnswer[] = []
  const waiting = new Map<string, (answer: FrameAnswer) => void>()
  const parent = {
    postMessage(message: FrameAnswer, targetOrigin: string) {
      if (targetOrigin !== pageOrigin) throw new Error(`answered to ${targetOrigin}`)
      const answer = structuredClone(message)
      received.push(answer)
      // A notice has the envelope of an answer.
      if (!frameNotices.some((each) => each === answer.event)) waiting.get(answer.id)?.(answer)
    },
  }
  let listener: ((event: IncomingMessage) => void) | undefined
  createFrame({
    window: {
      parent,
      addEventListener: (_, added) => {
        listener = added
      },
    },
    config: framePageConfig.parse({
      tokens: fakeTokens,
      ...keys,
      allowedOrigins: [pageOrigin],
      allowLocalhost: false,
      allowsRawDigests,
      allowsAuthorizations,
      confirmation: prompt ? { appName: 'App', theme: 'light', accentColor: null } : null,
    }),
    origin: frameOrigin,
    fetch,
    webCrypto,
    openStore: async () => store,
    grantStore,
    locks: undefined,
    shareFactors: async (factors) => shareFactors(factorChannel, factors),
    whenIdle,
    loadPrompt: async () => {
      if (!prompt) throw new Error('Nothing is to be confirmed')
      return prompt
    },
    clock,
    wallClock,
  })
  let count = 0
  const post: Page['post'] = (message, from) =>
    listener?.({ data: structuredClone(message), origin: pageOrigin, source: parent, ...from })
  return {
    received,
    post,
    send(event, data) {
      const id = `id-${count++}`
      return new Promise((resolve) => {
        waiting.set(id, resolve)
        post({ id, event, data })
      })
    },
  }
}

/** The data of an answer; fails when it is an error. */
export function dataOf(answer: FrameAnswer): Record<string, unknown> {
  if ('error' in answer) throw new Error(`${answer.event}: ${JSON.stringify(answer.error)}`)
  // Every answer of the table is an object.
  return answer.data as Record<string, unknown>
}

/** The error type of an answer; fails when it is none. */
export function errorOf(answer: FrameAnswer): string {
  if (!('error' in answer)) throw new Error(`${answer.event} was answered`)
  return answer.error.type
}
