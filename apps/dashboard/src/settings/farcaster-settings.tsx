import { SecretField } from '../ui/secret-field.js'
import { Switch } from '../ui/switch.js'
import type { SettingsProps } from './settings-page.js'

/** The app's own account at Farcaster, and what is taken over from a user's profile. */
export function FarcasterSettings(
  props: SettingsProps & { saveSecret: (secret: string) => Promise<boolean> },
) {
  const { app, change, saveSecret } = props
  return (
    <section className="card" aria-labelledby="farcaster">
      <h2 id="farcaster">Farcaster</h2>
      <p className="help">
        Logging in needs no account of yours. Asking users to let your app post for them does.
      </p>
      <SecretField
        label="App account"
        isSet={app.secrets_set.includes('farcaster_app_account')}
        help="The account’s id, a colon, and the private key or recovery phrase of its custody address. Stored encrypted and never shown again. Saved at once."
        save={saveSecret}
      />
      <Switch
        label="Link the wallets of a profile"
        help="Ethereum wallets that the user’s Farcaster profile names are linked too. They don’t log the user in until they are proven."
        checked={app.farcaster_link_wallets_enabled}
        onChange={(farcaster_link_wallets_enabled) => change({ farcaster_link_wallets_enabled })}
      />
    </section>
  )
}
