import type { SallyportClient } from '../client.js'
import { askFrame } from '../wallet/ask-frame.js'
import type { MfaPurpose } from './verification.js'

/**
 * Has the user prove a factor now, unless they did in the last minutes on this page. A user without factors has nothing to
 * prove.
 *
 * @throws FrameError `mfa_timeout`, `mfa_verification_max_attempts_reached`, `mfa_cancelled`.
 */
export async function proveFactor(
  client: SallyportClient,
  purpose: MfaPurpose = 'other',
): Promise<void> {
  const isEnrolled = (client.state.user?.mfaMethods ?? []).length > 0
  await askFrame(client, 'privy:mfa:verify', { isEnrolled }, purpose)
}
