import type { FramePageConfig } from '@sallyport/contract'
import type { ConfirmClock } from '../confirm/confirmer.js'
import { loginPageParts } from '../page/login-page-parts.js'
import { openApproval } from './open-approval.js'

/** Opens the page on which members of quorums approve requests, in this browser. Loaded where the path asks for it. */
export function openApprovalPage(config: FramePageConfig, clock: ConfirmClock): Promise<void> {
  return openApproval(loginPageParts(config, clock))
}
