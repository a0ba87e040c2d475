import type { ConfirmRequest, RequestStep } from '@sallyport/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { type ComponentType, createElement, Suspense } from 'react'
import { vi } from 'vitest'
import { en } from '../src/copy/en.js'
import type { DataOf, Job, ScreenName } from '../src/flow/screens.js'
import { type CloseGuard, type ModalContext, modalContext } from '../src/modal/modal-context.js'
import type { Services } from '../src/modal/services.js'
import { registry } from '../src/registry.js'
import { combine } from '../src/settings.js'
import { servicesFor } from './samples.js'

/** Timers run when the test says so. */
function clock() {
  let nowMs = 0
  let waiting: { atMs: number; run: () => void }[] = []
  return {
    nowMs: () => nowMs,
    after(delayMs: number, run: () => void) {
      const entry = { atMs: nowMs + delayMs, run }
      waiting.push(entry)
      return () => {
        waiting = waiting.filter((each) => each !== entry)
      }
    },
    async advance(ms: number) {
      for (const end = nowMs + ms; nowMs < end; ) {
        nowMs = Math.min(nowMs + 100, end)
        const due = waiting.filter((each) => each.atMs <= nowMs)
        waiting = waiting.filter((each) => each.atMs > nowMs)
        await act(async () => {
          for (const each of due) each.run()
        })
      }
    },
  }
}

/** One screen as the modal shows it, with timers that run when the test says so. */
export function setup<S extends ScreenName>(
  name: S,
  data: DataOf<S>,
  given: Partial<Services> & {
    connection?: ModalContext['connection']
    methods?: ('email' | 'guest')[]
  } = {},
) {
  const { connection = 'ready', methods = ['email', 'guest'], ...own } = given
  const time = clock()
  const end = vi.fn()
  const announce = vi.fn()
  const guards: CloseGuard[] = []
  const services = servicesFor({ services: { nowMs: time.nowMs, after: time.after, ...own } })
  const context: ModalContext = {
    settings: { ...combine(null, { loginMethods: methods }), appName: 'Harbour' },
    copy: en,
    locale: 'en',
    services,
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
  return { end, announce, time, guard: () => guards.at(-1) }
}

/** Presses the button of that name. */
export const press = (name: string | RegExp) =>
  fireEvent.click(screen.getByRole('button', { name }))
/** Lets what was started come to its end. */
export const settle = () => act(async () => {})
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
