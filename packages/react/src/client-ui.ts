import type { ClientUi } from '@sallyport/core'
import { askForFactor, askForRecovery } from './ask-for-factor.js'
import { createCaptchaUi } from './features/captcha/captcha-ui.js'
import type { Kit } from './kit.js'

/** What the client of a kit asks the user through its modal. */
export function createClientUi(kit: Kit): ClientUi {
  return {
    captcha: createCaptchaUi(kit),
    askForFactor: (verification) => askForFactor(kit, verification),
    askForRecovery: (request) => askForRecovery(kit, request),
  }
}
