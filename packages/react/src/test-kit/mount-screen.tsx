import type { LinkedAccount } from '@sallyport/contract'
import type { ConfirmRequest, MfaMethod, RequestStep } from '@sallyport/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { type ComponentType, createElement, Suspense } from 'react'
import { vi } from 'vitest'
import type { SallyportConfig } from '../config.js'
import { en } from '../copy/en.js'
import { enRequests } from '../copy/en-requests.js'
import type { FundingOrder } from '../flow/funding-data.js'
import type { DataOf, Job, LoginMethod, ScreenName } from '../flow/screens.js'
import { type CloseGuard, type ModalContext, modalContext } from '../modal/modal-context.js'
import { registry } from '../registry.js'
import { combine, type Settings } from '../settings.js'
import type { Answers } from './answers.js'
import type { FakeWallet } from './external-wallets.js'
import { samplePageHost } from './samples.js'
import { createSceneKit } from './scene-kit.js'
import { standingClock } from './standing-clock.js'

/** One screen as the modal shows it, in a world that answers as told and on a clock that the test moves. */
export async function setup<S extends ScreenName>(
  name: S,
  data: DataOf<S>,
  given: Answers & {
    connection?: ModalContext['connection']
    /** Why the client could not start. */
    reason?: string
    pageHost?: string
    userAgent?: string
    methods?: LoginMethod[]
    lastMethod?: LoginMethod
    lastAddress?: string
    providers?: Settings['providers']
    config?: SallyportConfig
    accounts?: readonly LinkedAccount[]
    factors?: readonly MfaMethod[]
    /** Second factors that the app offers. */
    mfaMethods?: readonly MfaMethod[]
    wallets?: readonly FakeWallet[]
    connected?: readonly FakeWallet[]
    orders?: readonly FundingOrder[]
    /** The client has started: it knows the app's settings. */
    started?: boolean
  } = {},
) {
  const {
    connection = 'ready',
    reason = null,
    pageHost = samplePageHost,
    userAgent = '',
    methods = ['email', 'guest'],
    lastMethod,
    lastAddress,
    providers = [],
    config,
    accounts,
    factors,
    mfaMethods = [],
    wallets = [],
    connected = [],
    orders = [],
    started = false,
    ...answers
  } = given
  const clock = standingClock(settle)
  const end = vi.fn()
  const announce = vi.fn()
  const loginAgain = vi.fn(async () => false)
  const guards: CloseGuard[] = []
  const fake = await createSceneKit({
    scene: {
      data,
      answers,
      wallets,
      connected,
      orders,
      ...(lastMethod === undefined ? {} : { lastMethod }),
      ...(lastAddress === undefined ? {} : { lastAddress }),
      ...(config === undefined ? {} : { config }),
      ...(accounts === undefined ? {} : { accounts }),
      ...(factors === undefined ? {} : { factors }),
    },
    clock,
  })
  if (started) await fake.kit.client.start()
  if (reason !== null)
    vi.spyOn(fake.kit.client, 'state', 'get').mockReturnValue({ ...fake.kit.client.state, reason })
  const context: ModalContext = {
    settings: {
      ...combine(null, { loginMethods: methods, ...config }),
      appName: 'Harbour',
      mfaMethods,
      ...(providers.length > 0 && { providers, loginMethods: methods }),
      pageHost,
      userAgent,
    },
    copy: en,
    locale: 'en',
    kit: fake.kit,
    titleId: 'title',
    loginAgain,
    connection,
    announce,
    guardClose(guard) {
      guards.push(guard)
      return () => guards.splice(guards.indexOf(guard), 1)
    },
  }
  const Component = registry[name] as ComponentType<{ data: unknown; end: unknown }> // by its own name
  const inner = createElement(Component, { data, end })
  render(
    <modalContext.Provider value={context}>
      <Suspense>{inner}</Suspense>
    </modalContext.Provider>,
  )
  return { ...fake, end, announce, loginAgain, time: clock, guard: () => guards.at(-1) }
}

/** Presses the button of that name. */
export const press = (name: string | RegExp) =>
  fireEvent.click(screen.getByRole('button', { name }))
/** Lets what was started come to its end. */
export const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)))
/** A request that reports `steps` and gives '0xvalue'. */
export function job(
  request: ConfirmRequest,
  steps: RequestStep[] = [],
  run?: Job['run'],
): Job & { deliver: ReturnType<typeof vi.fn<Job['deliver']>> } {
  const play: Job['run'] = async (report) => {
    for (const step of steps) report(step)
    return '0xvalue'
  }
  return {
    request,
    ui: {},
    run: run ?? play,
    noteFailure: vi.fn(),
    deliver: vi.fn<Job['deliver']>(),
  }
}

/** Ticks that the user knows what a request does. */
export function agree(): void {
  fireEvent.click(screen.getByRole('checkbox', { name: enRequests.sign.understood }))
}
