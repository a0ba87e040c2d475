import { captcha } from '@sallyport/core'
import type { Kit } from '../../kit.js'
import { widgetLook } from './widget-look.js'

/** Puts the app's captcha into an element of its page; gives what removes it. */
export function mountCaptcha(
  kit: Kit,
  options: Omit<captcha.MountedCaptchaOptions, 'look'>,
): () => void {
  return captcha.mountCaptcha(kit.client, { ...options, look: widgetLook(kit) })
}
