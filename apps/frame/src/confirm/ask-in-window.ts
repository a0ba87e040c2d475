import { type WindowQuestion, windowAnswer, windowPath, windowReady } from './window-messages.js'

/** The part of a window that opens another one. */
export interface WindowOpener {
  open(url: string, target: string, features: string): Window | null
  addEventListener(type: 'message', listen: (event: MessageEvent) => void): void
  removeEventListener(type: 'message', listen: (event: MessageEvent) => void): void
  readonly location: Pick<Location, 'origin' | 'pathname'>
}

/** A question that a window of the wallet's origin asks. */
interface WindowedQuestion {
  /** Opens the window, or shows the one that is open; while a press is handled. Whether there is one. */
  show(): boolean
  /** Closes it; no answer comes any more. */
  close(): void
}

/**
 * Asks in a window of its own: the page around the frame can draw over the frame, mask it and move it, and can do none of that to another
 * window. It gets the question from here alone.
 */
export function askInWindow(
  opener: WindowOpener,
  question: WindowQuestion,
  answer: (isApproved: boolean) => void,
): WindowedQuestion {
  let opened: Window | null = null
  const { origin, pathname } = opener.location
  const listen = ({ source, origin: from, data }: MessageEvent) => {
    if (opened === null || source !== opened || from !== origin) return
    if (data === windowReady) {
      // Not returned: WebKit calls a function in tail position in place of its caller, and then names the window itself as
      // the source of what is sent to it, where both are of one origin.
      opened.postMessage(question, origin)
      return
    }
    const read = windowAnswer.safeParse(data)
    if (read.success) answer(read.data.isApproved)
  }
  opener.addEventListener('message', listen)
  return {
    show() {
      if (opened && !opened.closed) {
        opened.focus()
        return true
      }
      opened = opener.open(`${pathname}/${windowPath}`, '_blank', 'popup,width=440,height=720')
      return opened !== null
    },
    close() {
      opener.removeEventListener('message', listen)
      opened?.close()
      opened = null
    },
  }
}
