/* Loaded with the first refusal of a call. */
import type { SallyportClient } from './client.js'
import { errorCode } from './errors.js'

/**
 * Makes a refused call again where that can help: with a fresh token, and once the user has proven a second factor.
 *
 * @throws `error` where it can't, or what the repeated call fails with.
 */
export async function retryRefused<T>(
  client: SallyportClient,
  error: unknown,
  run: () => Promise<T>,
): Promise<T> {
  const code = errorCode(error)
  if (code === 'missing_or_invalid_mfa') {
    const { retryCallWithFactor } = await import('./mfa/late-retry.js')
    return retryCallWithFactor(client, run)
  }
  if (code !== 'missing_or_invalid_token') throw error
  await client.session.refresh()
  if (!(await client.session.accessToken())) throw error
  try {
    return await run()
  } catch (again) {
    // A token that is refused twice is not refreshed twice.
    if (errorCode(again) !== 'missing_or_invalid_mfa') throw again
    return retryRefused(client, again, run)
  }
}
