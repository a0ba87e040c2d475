import { ApiError } from '@sallyport/contract'

/** The captcha services, by the mark before the key in `captcha_site_key` (wire reference §19). */
const providers = { t: 'turnstile', h: 'hcaptcha' } as const
export type CaptchaProvider = (typeof providers)[keyof typeof providers]

const shape = /^([th]):[\w-]{1,100}$/

/** The service of a site key; undefined when it is not a key with the mark of a service. */
export function captchaProviderOf(siteKey: string | undefined): CaptchaProvider | undefined {
  const mark = shape.exec(siteKey ?? '')?.[1]
  return mark === 't' || mark === 'h' ? providers[mark] : undefined
}

/**
 * Checks the captcha settings as they will be stored.
 *
 * @throws ApiError `invalid_data` for a site key without the mark of a service, and for a captcha that is switched on
 *   without site key or secret: every login would fail (T-14).
 */
export function requireWholeCaptcha({
  settings,
  hasSecret,
}: {
  settings: { captcha_enabled?: boolean | undefined; captcha_site_key?: string | undefined }
  hasSecret: boolean
}): void {
  const { captcha_enabled: isOn, captcha_site_key: siteKey = '' } = settings
  if (siteKey !== '' && captchaProviderOf(siteKey) === undefined) {
    throw invalid('captcha_site_key must be t:<key> for Turnstile or h:<key> for hCaptcha')
  }
  if (!isOn) return
  if (siteKey === '') throw invalid('captcha_enabled needs captcha_site_key')
  if (!hasSecret) throw invalid('captcha_enabled needs captcha_secret_key')
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_data', { message })
}
