import { Switch } from '../ui/switch.js'
import type { SettingsProps } from './settings-page.js'

type Method = SettingsProps['app']['mfa_methods'][number]

const factors: Record<Method, { label: string; help: string }> = {
  totp: { label: 'Authenticator app', help: 'Six digits from an app on the user’s phone.' },
  passkey: { label: 'Passkey', help: 'A passkey that the user has linked.' },
  sms: {
    label: 'Text message',
    help: 'A number that the user doesn’t log in with. Needs the server’s SMS account.',
  },
}

// The record has every method.
const methods = Object.keys(factors) as Method[]

/** Which second factors users may add. */
export function FactorSettings({ app, change }: SettingsProps) {
  const offered = app.mfa_methods
  const set = (method: Method, on: boolean) =>
    change({
      mfa_methods: methods.filter((each) => (each === method ? on : offered.includes(each))),
    })
  return (
    <section className="card" aria-labelledby="factors">
      <h2 id="factors">Second factors</h2>
      <p className="help">
        Users who add one are asked for it before they use a wallet or change how they log in. Users
        keep a factor that is switched off here.
      </p>
      {methods.map((method) => (
        <Switch
          key={method}
          {...factors[method]}
          checked={offered.includes(method)}
          onChange={(on) => set(method, on)}
        />
      ))}
    </section>
  )
}
