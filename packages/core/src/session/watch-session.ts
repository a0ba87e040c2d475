import type { SallyportClient } from '../client.js'

/** How often a page that the user sees and does not touch asks, in milliseconds. */
const everyMs = 60_000

/**
 * Asks the server about the session whenever the user comes back to the page, and each minute while it is visible: one that was
 * ended in another browser is over here before the user does anything. Without an answer, the next call finds out.
 *
 * @returns what stops it.
 */
export function watchSession({ session }: SallyportClient): () => void {
  let isChecking = false
  const check = () => {
    const token = session.tokens.access()
    if (!token || isChecking || document.visibilityState === 'hidden') return
    isChecking = true
    session
      .readUser(token)
      // The token may just be too old. The server says of a session that has ended that it is over.
      .catch(() => session.refresh())
      .catch(() => undefined)
      .finally(() => {
        isChecking = false
      })
  }
  window.addEventListener('focus', check)
  document.addEventListener('visibilitychange', check)
  const timer = setInterval(check, everyMs)
  return () => {
    clearInterval(timer)
    window.removeEventListener('focus', check)
    document.removeEventListener('visibilitychange', check)
  }
}
