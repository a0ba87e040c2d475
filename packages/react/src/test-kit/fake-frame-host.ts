import type { FrameHost, FrameMessage } from '@sallyport/core'
import { type Answer, noAnswer, Refusal } from './answers.js'
import { apiUrl, type SeenRequest } from './fake-kit.js'

/** Draws a page of the wallet's origin inside an element; what it gives takes the page away. */
export type DrawWalletPage = (
  element: HTMLElement,
  page: { url: string; isFinished: boolean },
) => () => void

/** A line of text in place of the page. */
const nameWalletPage: DrawWalletPage = (element) => {
  element.textContent = 'The page of the wallet’s origin'
  return () => element.replaceChildren()
}

/** The hidden frame and the pages of the wallet's origin, which answer as told. */
export function fakeFrameHost(world: {
  frame: Record<string, Answer>
  seen: SeenRequest[]
  draw: DrawWalletPage | undefined
}): FrameHost {
  const listeners = new Set<(message: FrameMessage) => void>()
  const page = {}
  const answer = async (message: unknown) => {
    const { id, event, data } = message as { id: string; event: string; data: object } // a frame's request
    world.seen.push({ name: event, input: { ...data } })
    const found = world.frame[event]
    const settled = await Promise.resolve({ ...data })
      .then((input) => found?.(input))
      .then(
        (given) => ({ data: given }),
        (error) => ({
          error:
            error instanceof Refusal
              ? { type: error.code, message: '', ...error.data }
              : { type: 'error', message: '' },
        }),
      )
    for (const hear of [...listeners]) {
      hear({ source: page, origin: apiUrl, data: { id, event, ...settled } })
    }
  }
  return {
    open: () => ({
      window: page,
      loaded: Promise.resolve(world.frame.load?.({})).then(() => undefined),
      post: (message) => void answer(message),
      remove: () => undefined,
    }),
    openIn(element, url) {
      const isFinished = world.frame['sallyport:page:result'] !== noAnswer
      const { draw = nameWalletPage } = world
      const remove = draw(element, { url, isFinished })
      return {
        window: page,
        loaded: Promise.resolve(),
        post: (message) => void answer(message),
        remove,
      }
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
