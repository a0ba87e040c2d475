import { useState } from 'react'
import { Choice } from '../ui/choice.js'
import { Field } from '../ui/field.js'
import { SecretField } from '../ui/secret-field.js'
import { Switch } from '../ui/switch.js'
import type { SettingsProps } from './settings-page.js'

const services = [
  { value: 't', name: 'Turnstile' },
  { value: 'h', name: 'hCaptcha' },
] as const
type Mark = (typeof services)[number]['value']

/** The captcha before each login: service, site key and secret. */
export function CaptchaSettings(
  props: SettingsProps & { saveSecret: (secret: string) => Promise<boolean> },
) {
  const { app, change, saveSecret } = props
  // As it is stored: the mark of the service before the key.
  const stored = app.captcha_site_key ?? ''
  const [picked, pick] = useState<Mark>('t')
  const mark: Mark = stored === '' ? picked : stored.startsWith('h:') ? 'h' : 't'
  const key = stored.slice(stored.indexOf(':') + 1)
  const set = (next: Mark, text: string) =>
    change({ captcha_site_key: text === '' ? '' : `${next}:${text}` })
  return (
    <section className="card" aria-labelledby="captcha">
      <h2 id="captcha">Captcha</h2>
      <p className="help">
        Checks that a user is human before a login starts. The widget loads from the service, which
        then sees the visitors of your page.
      </p>
      <Choice
        label="Captcha service"
        value={mark}
        options={services}
        onChange={(next) => {
          pick(next)
          set(next, key)
        }}
      />
      <Field
        label="Site key"
        value={key}
        placeholder="0x4AAAAAAA…"
        help="In the sandbox the key says what the double does: pass, ask, expire, fail, refused, silent or down."
        onChange={(text) => set(mark, text.trim())}
      />
      <SecretField
        label="Captcha secret"
        isSet={app.secrets_set.includes('captcha_secret_key')}
        help="Stored encrypted and never shown again. Saved at once. The sandbox accepts any ten letters or more."
        save={saveSecret}
      />
      <Switch
        label="Require captcha"
        help="Needs a site key and a secret. Guest logins and tokens of your own login are not checked."
        checked={app.captcha_enabled === true}
        onChange={(captcha_enabled) => change({ captcha_enabled })}
      />
    </section>
  )
}
