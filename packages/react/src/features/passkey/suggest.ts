import { isApiError } from '@sallyport/contract'
import { errorCode, passkey } from '@sallyport/core'
import type { EntryProps } from '../../flow/login-method.js'
import type { Kit } from '../../kit.js'
import { runAfter } from '../../modal/run-after.js'
import { toProblem } from '../../modal/to-problem.js'

/** Shorter than the life of a challenge. */
const renewAfterMs = 9 * 60_000

/**
 * Has the browser offer passkeys in the autofill of the first screen's field, with a new challenge before the old one ends.
 *
 * @returns a function that stops it, so that another request can begin.
 */
export function suggestPasskey({ kit, end }: { kit: Kit; end: EntryProps['end'] }): () => void {
  let isStopped = false
  let round = new AbortController()
  const stop = () => {
    isStopped = true
    round.abort()
  }
  void (async () => {
    if (!(await passkey.canSuggest())) return
    while (!isStopped) {
      round = new AbortController()
      const { signal } = round
      let isChosen = false
      const cancelRenewal = runAfter(kit.client, renewAfterMs, () => round.abort())
      try {
        const onStep = (step: passkey.PasskeyStep) => {
          isChosen = step === 'submitting-response'
        }
        const ask = () => passkey.login(kit.client, { suggest: true, signal, onStep })
        const login = await kit.prove('passkey', ask)
        if (!isStopped) end('loggedIn', login)
        return
      } catch (error) {
        // Nothing to offer is not a failure: the other methods go on. A chosen passkey that the server refuses is one.
        if (isChosen && !isStopped && isApiError(error) && error.code !== 'too_many_requests') {
          return end('failed', toProblem(error))
        }
        if (errorCode(error) !== 'exited_auth_flow') return
      } finally {
        cancelRenewal()
      }
    }
  })()
  return stop
}
