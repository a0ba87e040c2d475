import type { FramePageConfig } from '@sallyport/contract'
import type { ConfirmClock } from '../confirm/confirmer.js'
import { loginPageParts } from '../page/login-page-parts.js'
import { openProgram } from './open-program.js'

/** Opens the page on which users let programs act, in this browser. Loaded where the path asks for it. */
export function openProgramPage(config: FramePageConfig, clock: ConfirmClock): Promise<void> {
  return openProgram(loginPageParts(config, clock))
}
