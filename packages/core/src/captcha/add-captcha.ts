import type { CaptchaField } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { ClientError } from '../errors.js'
import { openCaptchaDialog } from './captcha-dialog.js'
import { type CaptchaWidget, captchaWidgets, isWidgetName, loadScript } from './widgets.js'

/** How long the check may run without asking the person anything (wire reference §19). */
const silentMs = 20_000

/**
 * Input of an init call with the token of a captcha in `field`; unchanged when it has one. The widget runs unseen, and shows a
 * dialog when it asks the person. Loaded by pages of apps with captcha only.
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
  return { ...input, body: { ...body, [field]: await solveCaptcha(client) } }
}

/** A new token; each is good for one call. */
async function solveCaptcha(client: SallyportClient): Promise<string> {
  const { captcha_site_key = '', captcha_url, enabled_captcha_provider } = client.state.config ?? {}
  const name = enabled_captcha_provider ?? (captcha_site_key.startsWith('t:') ? 'turnstile' : '')
  if (!isWidgetName(name) || typeof document === 'undefined') {
    throw new ClientError('captcha_disabled')
  }
  const widget = captchaWidgets[name]
  const late = client.environment.clock.wait(silentMs).then(() => 'late' as const)
  const url = captcha_url === undefined ? widget.script : `${captcha_url}/${name}.js`
  const loaded = loadScript(`${url}?render=explicit`).catch((cause) => {
    throw new ClientError('captcha_failure', { cause })
  })
  if ((await Promise.race([loaded, late])) === 'late') throw new ClientError('captcha_timeout')
  return runWidget(widget, captcha_site_key.slice(captcha_site_key.indexOf(':') + 1), late)
}

/** Runs one widget until it gives a token, fails, is cancelled, or is late without having asked anything. */
async function runWidget(
  widget: CaptchaWidget,
  siteKey: string,
  late: Promise<unknown>,
): Promise<string> {
  let remove = () => {}
  let wasShown = false
  const fail = () => new ClientError('captcha_failure')
  const dialog = openCaptchaDialog()
  try {
    return await new Promise<string>((resolve, reject) => {
      dialog.onCancel(() => reject(fail()))
      remove = widget.run(dialog.place, {
        siteKey,
        onToken: resolve,
        onFailed: () => reject(fail()),
        onAsks: () => {
          wasShown = true
          dialog.show()
        },
      })
      void late.then(() => wasShown || reject(new ClientError('captcha_timeout')))
    })
  } finally {
    remove()
    dialog.close()
  }
}
