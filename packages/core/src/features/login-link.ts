import { isApiError, pageApi } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { call } from '../http.js'
import { completeLogin, type Login } from '../session/login.js'

/** How often the server is asked, and how many times: as long as the code and its link are valid. */
const poll = { everyMs: 2_000, times: 300 }

/** A wait for the link in the mail that `email.sendCode` sent with `withLink`. */
interface LoginLinkWait {
  email: string
  signal: AbortSignal
  /** Takes the number that the user has to type on the page of the link; null when the link no longer works. */
  onNumber(number: string | null): void
}

/**
 * Waits until the user has approved the login on the page of the link, wherever they opened it.
 *
 * @returns whether `login` can be called now; false when the link no longer works or `signal` was aborted.
 */
export async function awaitApproval(
  client: SallyportClient,
  { email, signal, onNumber }: LoginLinkWait,
): Promise<boolean> {
  const { clock } = client.environment
  for (let count = 0; count < poll.times && !signal.aborted; count += 1) {
    const answer = await call(client, pageApi.loginLink.status, { body: { email } }).catch(
      ignorePassing,
    )
    if (signal.aborted) return false
    if (answer !== null) {
      onNumber(answer.number)
      if (answer.state !== 'pending') return answer.state === 'approved'
    }
    await clock.wait(poll.everyMs)
  }
  if (!signal.aborted) onNumber(null)
  return false
}

/** A server that refuses for a moment or cannot be reached is asked again. */
function ignorePassing(error: unknown): null {
  if (!isApiError(error) || error.code === 'too_many_requests' || error.status >= 500) return null
  throw error
}

/**
 * Logs in after the link was approved. Only the browser that asked for the mail can.
 *
 * @throws ApiError `invalid_credentials` without an approval, `user_does_not_exist` with `disableSignup`.
 */
export async function login(
  client: SallyportClient,
  { email, disableSignup = false }: { email: string; disableSignup?: boolean },
): Promise<Login> {
  const mode = disableSignup ? 'no-signup' : 'login-or-sign-up'
  const answer = await call(client, pageApi.loginLink.authenticate, { body: { email, mode } })
  const address = email.trim().toLowerCase()
  return completeLogin(client, answer, {
    name: 'email',
    isAccount: (account) => account.type === 'email' && account.address === address,
  })
}
