import type { SallyportClient } from '../client.js'

/**
 * Asks the server about the session whenever the user comes back to the page: one that was ended in another browser is over
 * here before the user does anything. Without an answer, the next call finds out.
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
  return () => {
    window.removeEventListener('focus', check)
    document.removeEventListener('visibilitychange', check)
  }
}
