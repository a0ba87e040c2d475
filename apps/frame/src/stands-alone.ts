import type { FramePageConfig } from '@sallyport/contract'
import type { ConfirmClock } from './confirm/confirmer.js'

/** Opens a page of the wallet's origin that no other page is around, by the end of its path. */
export async function openStandingAlone(
  config: FramePageConfig,
  clock: ConfirmClock,
): Promise<void> {
  if (location.pathname.endsWith('/approval'))
    return (await import('./approval/main.js')).openApprovalPage(config, clock)
  return (await import('./program/main.js')).openProgramPage(config, clock)
}
