import { type FrameEvent, frameEvents } from '@sallyport/contract'
import { FrameError, invalidArguments } from '../frame-error.js'
import type { Handlers } from '../protocol/handler.js'

/** What the user did on the page, for those who ask before and after. */
export interface Result {
  finish(result: { address?: string }): void
  /** The user pressed Escape, which the page around does not see. */
  dismiss(): void
  wait(): Promise<{ address?: string }>
}

/** A result that is not there yet. */
export function createResult(): Result {
  let finish: Result['finish'] = () => undefined
  let dismiss: Result['dismiss'] = () => undefined
  const finished = new Promise<{ address?: string }>((resolve, reject) => {
    finish = resolve
    dismiss = () => reject(new FrameError('user_rejected', 'The page was closed'))
  })
  // Those who ask later get it all the same.
  finished.catch(() => undefined)
  return { finish: (result) => finish(result), dismiss: () => dismiss(), wait: () => finished }
}

/** The events that a page answers: that it is there, and what came of it. All others are the hidden frame's. */
export function pageHandlers(result: Result): Handlers {
  const refuse = async () => {
    throw invalidArguments()
  }
  // The names are those of the table.
  const names = Object.keys(frameEvents) as FrameEvent[]
  return {
    // One entry per event.
    ...(Object.fromEntries(names.map((name) => [name, refuse])) as unknown as Handlers),
    'privy:iframe:ready': async () => ({}),
    'sallyport:page:result': async (_, { notify }) => {
      // The page around stops counting the time of the request.
      notify('sallyport:confirm:show')
      return result.wait()
    },
  }
}
