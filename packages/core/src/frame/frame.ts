import {
  attempts,
  type FrameEvent,
  type FrameRequestData,
  type FrameResponseData,
} from '@sallyport/contract'
import { analyticsId, type Environment } from '../environment.js'
import { ClientError } from '../errors.js'
import type { ClientOptions } from '../types.js'
import { createBrowserHost, type FrameMessage, type OpenFrame } from './browser-host.js'
import type { Calls } from './calls.js'

const { delayMs: pingEveryMs, count: pingAttempts } = attempts
/** 4.5 s: a page that has loaded listens already. One that the browser refused to show has loaded too, and never answers. */
const attemptsAfterLoad = 30

/** The wallet frame: one hidden iframe on the server's origin, loaded when first needed. */
export interface Frame {
  /** Loads the frame and waits until it answers. Throws ClientError `frame_unavailable` saying why it did not. */
  load(): Promise<void>
  /**
   * The frame's answer to `event`.
   *
   * @throws FrameError what the frame refused; RpcError 4001 what the user refused in the frame; ClientError
   *   `frame_unavailable`, `frame_request_timeout`.
   */
  call<E extends FrameEvent>(event: E, data: FrameRequestData<E>): Promise<FrameResponseData<E>>
  /** Sends `event` if the frame is loaded, ignoring the answer. */
  tell<E extends FrameEvent>(event: E, data: FrameRequestData<E>): void
  /** Removes the frame; calls under way reject. The next call loads it again. */
  destroy(): void
}

interface OpenedPage {
  frame: OpenFrame
  ready: Promise<void>
  stopListening(): void
}

/** Where the frame lives, by default hidden elements of this page; and the build that the app pins. */
export type FrameOptions = Pick<ClientOptions, 'frameHost' | 'walletBuild'>

/** A frame client; nothing is loaded yet. */
export function createFrame(
  environment: Environment,
  { frameHost: host = createBrowserHost(), walletBuild }: FrameOptions,
  shown?: ShownPage,
): Frame {
  const { apiUrl, clock } = environment
  let opened: OpenedPage | null = null
  let calls: Calls | undefined
  let isReady = false

  const frame: Frame = {
    load: async () => open().ready,
    async call(event, data) {
      await frame.load()
      return (await loadCalls()).ask(event, data)
    },
    tell(event, data) {
      if (isReady) calls?.ask(event, data).catch(() => undefined)
    },
    destroy() {
      // The next frame has another one where the browser keeps nothing.
      delete environment.walletKey
      close(new ClientError('client_destroyed'))
    },
  }
  return frame

  function open(): OpenedPage {
    if (opened) return opened
    if (environment.fault) throw new ClientError(environment.fault)
    const stopListening = host.listen(receive)
    const page = host.open(frameUrl(environment, walletBuild, shown))
    const loaded = Promise.all([loadCalls(), page.loaded]).then(([each]) => each)
    const isCurrent = () => opened === null || opened.frame === page
    const ready = waitUntilReady(clock, { loaded, isCurrent }).then(
      () => {
        isReady = true
      },
      (error: Error) => {
        if (opened?.frame === page) close(error)
        throw error
      },
    )
    opened = { frame: page, ready, stopListening }
    return opened
  }

  function close(reason: Error) {
    const page = opened
    opened = null
    isReady = false
    page?.stopListening()
    page?.frame.remove()
    calls?.rejectAll(reason)
  }

  /** Loads beside the page; no event is sent before both are there. */
  async function loadCalls(): Promise<Calls> {
    const { createCalls } = await import('./calls.js')
    calls ??= createCalls({
      clock,
      post: (request) => opened?.frame.post(request, apiUrl),
      show: (dismiss) => opened?.frame.show?.(dismiss),
    })
    return calls
  }

  function receive({ origin, source, data }: FrameMessage) {
    if (origin === apiUrl && source === opened?.frame.window) calls?.receive(data)
  }
}

/** A page of the wallet's origin that users see. */
interface ShownPage {
  /** The end of its path. */
  task: string
  query: Readonly<Record<string, string>>
  accessToken: string
  /** Of the user's cloud storage. */
  storageToken?: string
}

/** A client of a page that users see, inside `element`. */
export function createFrameIn(
  environment: Environment,
  options: FrameOptions,
  { element, ...shown }: ShownPage & { element: HTMLElement },
): Frame {
  const { frameHost: host = createBrowserHost() } = options
  const frameHost = { ...host, open: (url: string) => host.openIn(element, url) }
  return createFrame(environment, { ...options, frameHost }, shown)
}

function frameUrl(
  environment: Environment,
  walletBuild: string | undefined,
  shown: ShownPage | undefined,
): string {
  const { apiUrl, appId, clientId } = environment
  const query = new URLSearchParams({ caid: analyticsId(environment), ...shown?.query })
  if (clientId) query.set('client_id', clientId)
  if (walletBuild) query.set('build', walletBuild)
  const page = `${apiUrl}/apps/${appId}/embedded-wallets`
  if (!shown) return `${page}?${query}`
  const { accessToken: token, storageToken: storage } = shown
  return `${page}/${shown.task}?${query}#${new URLSearchParams({ token, ...(storage && { storage }) })}`
}

/**
 * Pings a page until it answers. Not before it has loaded: a ping would be lost, and the browser would report it.
 *
 * @throws ClientError `frame_unavailable`, `client_destroyed`.
 */
async function waitUntilReady(
  clock: Environment['clock'],
  { loaded, isCurrent }: { loaded: Promise<Calls>; isCurrent: () => boolean },
): Promise<void> {
  let isAnswered = false
  const calls = await Promise.race([
    loaded.catch(() => undefined), // Code did not load: reported below, and tried again with the next page.
    clock.wait(pingEveryMs * pingAttempts),
  ])
  if (!calls) {
    throw new ClientError('frame_unavailable', { message: 'The wallet page did not load' })
  }
  for (let attempt = 0; attempt < attemptsAfterLoad && !isAnswered; attempt += 1) {
    if (!isCurrent()) throw new ClientError('client_destroyed')
    const pong = calls.ask('privy:iframe:ready', {}).then(
      () => {
        isAnswered = true
      },
      () => undefined,
    )
    await Promise.race([pong, clock.wait(pingEveryMs)])
  }
  if (isAnswered) return
  const message = isEmbedded()
    ? 'The wallet page does not answer: is the site around this page among the app’s allowed embedders?'
    : 'The wallet page does not answer: is the server up, and this origin among the app’s domains?'
  throw new ClientError('frame_unavailable', { message })
}

/** Whether this page is inside of a page of another window. */
function isEmbedded(): boolean {
  return typeof window !== 'undefined' && window.parent !== window
}
