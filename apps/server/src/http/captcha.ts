import { ApiError, type Route } from '@sallyport/contract'
import type { App } from '../apps/app.js'
import { type CaptchaProvider, captchaProviderOf } from '../apps/captcha-settings.js'
import type { Deps } from '../deps.js'
import type { OutboundAnswer } from '../ports/outbound.js'

/** Where each service verifies tokens; a stand-in does it at `/siteverify/<service>` of its origin. */
const verifyUrls: Record<CaptchaProvider, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
}
/** A user waits for the answer. */
const deadlineMs = 5_000
/** Turnstile's tokens have at most 2048 characters, hCaptcha's are longer. */
const maxTokenLength = 8_192
/** What our widgets do; a token that names something else was made for another form of the site. */
const action = 'login'

interface Attempt {
  route: Route
  body: unknown
  /** Undefined for routes without an app. */
  app: App | undefined
  /** Of the page; undefined for native apps and back ends. */
  origin: string | undefined
  ip: string
}

/**
 * Demands the proof of a captcha where the route carries one and the app has captcha on. Back ends are not excepted: they
 * forward the token of their page. The service takes each token once.
 *
 * @throws ApiError `invalid_captcha`; `internal_error` (503) when the service gives no answer (R18: fails closed).
 */
export async function requireCaptcha(
  deps: Pick<Deps, 'config' | 'outbound' | 'logger'>,
  { route, body, app, origin, ip }: Attempt,
): Promise<void> {
  if (route.captcha === undefined || !app?.settings.captcha_enabled) return
  // The body passed the route's schema, which has the field.
  const token = (body as Partial<Record<string, unknown>>)[route.captcha]
  if (typeof token !== 'string' || token === '' || token.length > maxTokenLength) {
    throw new ApiError('invalid_captcha')
  }
  const siteKey = app.settings.captcha_site_key ?? ''
  const provider = captchaProviderOf(siteKey)
  const secret = app.openSecret('captcha_secret_key')
  if (provider === undefined || secret === undefined) throw unavailable()
  const { captchaUrl } = deps.config
  const answer = await deps
    .outbound({
      url: captchaUrl === undefined ? verifyUrls[provider] : `${captchaUrl}/siteverify/${provider}`,
      method: 'POST',
      form: { secret, response: token, remoteip: ip, sitekey: siteKey.slice(2) },
      signal: AbortSignal.timeout(deadlineMs),
    })
    .catch((cause: unknown) => {
      throw unavailable(cause)
    })
  const verdict = judgeCaptcha(answer, origin)
  if (verdict === 'passed') return
  if (verdict === 'failed') throw new ApiError('invalid_captcha')
  deps.logger.error(
    { appId: app.id, provider },
    'the captcha service refuses the secret of the app',
  )
  throw unavailable()
}

/** What an answer of a service says. @throws ApiError `internal_error` (503) */
export function judgeCaptcha(
  { status, json }: OutboundAnswer,
  origin: string | undefined,
): 'passed' | 'failed' | 'misconfigured' {
  if (status >= 500 || typeof json !== 'object' || json === null) throw unavailable()
  const { success, hostname, action: made, 'error-codes': codes } = json as Record<string, unknown> // an object
  const secretProblems = ['missing-input-secret', 'invalid-input-secret', 'sitekey-secret-mismatch']
  if (Array.isArray(codes) && codes.some((code) => code === 'internal-error')) throw unavailable()
  if (Array.isArray(codes) && codes.some((code) => secretProblems.includes(code))) {
    return 'misconfigured'
  }
  if (success !== true) return 'failed'
  // Each is compared where both sides name it: widgets of other clients give no action, native apps have no host.
  const isOtherHost = isNamed(hostname) && origin !== undefined && hostname !== hostOf(origin)
  const isOtherAction = isNamed(made) && made !== action
  return isOtherHost || isOtherAction ? 'failed' : 'passed'
}

function isNamed(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).hostname : undefined
}

function unavailable(cause?: unknown): ApiError {
  const message = 'The captcha service cannot be reached. Try again'
  return new ApiError('internal_error', { status: 503, message, cause })
}
