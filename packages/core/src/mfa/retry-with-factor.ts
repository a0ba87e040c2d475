/* Loaded with the first operation that demands a second factor. */
import type { SallyportClient } from '../client.js'
import { askFrameOnce } from '../wallet/ask-frame.js'
import {
  type Attempt,
  type MfaPurpose,
  type MfaVerification,
  type RunningVerification,
  startVerification,
  tooManyTries,
} from './verification.js'

const key = 'mfa:verification'

/** The operation of the client that waits for a factor; null when none does. */
export function runningVerification(client: SallyportClient): RunningVerification<unknown> | null {
  // Kept under this key by the lines below only.
  return (client.kept.get(key) as RunningVerification<unknown> | undefined) ?? null
}

/**
 * Asks the user for a factor and runs `attempt` with it; the value is the operation's own. Operations that come while one
 * asks wait for it and are then sent once more: the frame remembers the factor.
 *
 * @throws FrameError `mfa_verification_max_attempts_reached`, `mfa_timeout`, `mfa_cancelled`; else what the
 *   operation fails with.
 */
export async function retryWithFactor<T>(
  client: SallyportClient,
  attempt: Attempt<T>,
  purpose?: MfaPurpose,
): Promise<T> {
  const methods = await factorsOf(client)
  const running = runningVerification(client)
  if (running) {
    await running.value
    return attempt(null)
  }
  if (methods.length === 0) throw tooManyTries()
  const started = startVerification(client, { methods, attempt, purpose })
  client.kept.set(key, started)
  try {
    void tell(client, started.verification)
    return await started.value
  } finally {
    client.kept.delete(key)
  }
}

/**
 * Asks the user for a factor, which the wallet frame proves, and makes the call again: the server has stepped up the session.
 * What was proven is not sent twice when the call fails after it.
 *
 * @throws as `retryWithFactor`.
 */
export function retryCallWithFactor<T>(
  client: SallyportClient,
  send: () => Promise<T>,
): Promise<T> {
  return retryWithFactor(
    client,
    async (proof) => {
      if (proof !== null) await askFrameOnce(client, 'privy:mfa:verify', proof)
      return send()
    },
    'account',
  )
}

async function tell({ options }: SallyportClient, verification: MfaVerification): Promise<void> {
  try {
    const ui = await options.ui?.()
    ui?.askForFactor?.(verification)
  } catch {
    verification.cancel()
  }
}

/** The user's factors. One that was added in another browser is not known here before the user is read again. */
async function factorsOf(client: SallyportClient): Promise<readonly string[]> {
  const known = () => client.state.user?.mfaMethods ?? []
  if (known().length === 0) await client.session.refresh()
  return known()
}
