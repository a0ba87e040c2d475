import type { ConfirmClock } from './confirmer.js'
import { createPrompt } from './screen/create-prompt.js'
import { type WindowQuestion, windowReady } from './window-messages.js'

/** What the window's page touches outside itself. */
interface ConfirmWindow {
  window: Window
  document: Document
  clock: ConfirmClock
  languages: readonly string[]
}

/**
 * Opens the page that a hidden frame of this origin has opened as a window: it asks what the frame tells it to, once, answers the frame
 * and closes. In a frame, or without an opener, it asks nothing.
 */
export function openConfirmWindow({ window, document, clock, languages }: ConfirmWindow): void {
  // Typed as anything; it is a window or null.
  const opener = window.opener as Window | null
  const { origin } = window.location
  if (opener === null || window.parent !== window) return
  let wasAsked = false
  window.addEventListener('message', ({ source, origin: from, data }: MessageEvent) => {
    if (wasAsked || source !== opener || from !== origin) return
    wasAsked = true
    // A window of this origin has sent it: it has this form.
    void ask(data as WindowQuestion)
  })
  opener.postMessage(windowReady, origin)

  async function ask({ reading, origin: asks, look, sign }: WindowQuestion): Promise<void> {
    const prompt = await createPrompt({
      ...{ document, look, clock, languages },
      signs: { read: () => sign, keep: () => false },
    })
    prompt.open({ reading, origin: asks, requestId: '', userId: '' }, (isApproved) => {
      opener?.postMessage({ isApproved }, origin)
      window.close()
    })
  }
}
