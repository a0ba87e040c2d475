import type { CaptchaField } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { loadUi, solveCaptcha } from './check.js'
import { mountedCaptchaOf } from './mounted.js'

/**
 * Input of an init call with the token of a captcha in `field`; unchanged when it has one. The widget that the app has put into
 * its page gives the token, unless screens cover it; else one that is not visible until it asks the user. Loaded by pages of apps with captcha only.
 *
 * @throws ClientError `captcha_timeout`, `captcha_failure`, `captcha_disabled`.
 */
export async function addCaptcha<I>(
  client: SallyportClient,
  field: CaptchaField,
  input: I,
): Promise<I> {
  // Every route with a captcha has a body that is an object.
  const { body } = input as { body: Record<string, unknown> }
  if (body[field]) return input
  const mounted = mountedCaptchaOf(client)
  const isUsable = mounted && (mounted.hasToken() || !(await loadUi(client)).covers?.())
  const token = await (isUsable ? mounted.takeToken() : solveCaptcha(client))
  return { ...input, body: { ...body, [field]: token } }
}
