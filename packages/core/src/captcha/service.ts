import type { SallyportClient } from '../client.js'
import { ClientError } from '../errors.js'
import { type CaptchaRun, captchaWidgets, isWidgetName, loadScript } from './widgets.js'

/** The captcha service of the client's app. */
export interface CaptchaService {
  /** Loads the service's script. @throws Error when it is blocked or out of reach. */
  load(): Promise<void>
  /** Starts the widget in `place`; gives what removes it. */
  run(place: HTMLElement, run: Omit<CaptchaRun, 'siteKey'>): () => void
}

/** Returns the captcha service that the app's configuration names. @throws ClientError `captcha_disabled`. */
export function captchaServiceOf(client: SallyportClient): CaptchaService {
  const { captcha_site_key = '', captcha_url, enabled_captcha_provider } = client.state.config ?? {}
  const name = enabled_captcha_provider ?? (captcha_site_key.startsWith('t:') ? 'turnstile' : '')
  if (!isWidgetName(name) || typeof document === 'undefined') {
    throw new ClientError('captcha_disabled')
  }
  const widget = captchaWidgets[name]
  const url = captcha_url === undefined ? widget.script : `${captcha_url}/${name}.js`
  const siteKey = captcha_site_key.slice(captcha_site_key.indexOf(':') + 1)
  return {
    load: () => loadScript(`${url}?render=explicit`),
    run: (place, run) => widget.run(place, { ...run, siteKey }),
  }
}
