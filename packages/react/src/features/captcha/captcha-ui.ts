import type { captcha } from '@sallyport/core'
import type { Kit } from '../../kit.js'
import { addCaptchaPlace } from '../../modal/captcha-place.js'
import { widgetLook } from './widget-look.js'

/** Shows the checks of a kit's client in its modal, above what is open. */
export function createCaptchaUi(kit: Kit): captcha.CaptchaUi {
  return {
    look: () => widgetLook(kit),
    addPlace: addCaptchaPlace,
    covers: () => kit.modal.runs().length > 0,
    show(check) {
      const isAsking = check.phase === 'asking' || check.phase === 'renewed'
      // Without the modal, the app's own form says that the check failed.
      if (!isAsking && kit.modal.runs().length === 0) return check.cancel()
      const giveUp = () => check.cancel()
      kit.modal.open({ goal: 'captcha', check }, { place: 'above', onEnd: giveUp, fail: giveUp })
    },
  }
}
