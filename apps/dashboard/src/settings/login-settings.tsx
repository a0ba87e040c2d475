import { type LoginSwitch, loginSwitches } from '@sallyport/contract'
import { Field } from '../ui/field.js'
import { Switch } from '../ui/switch.js'
import type { SettingsProps } from './settings-page.js'

const names = {
  email_auth: 'E-mail',
  guest_auth: 'Guest',
  sms_auth: 'SMS',
  wallet_auth: 'Ethereum wallet',
  solana_wallet_auth: 'Solana wallet',
  google_oauth: 'Google',
  apple_oauth: 'Apple',
  twitter_oauth: 'Twitter',
  discord_oauth: 'Discord',
  github_oauth: 'GitHub',
  spotify_oauth: 'Spotify',
  instagram_oauth: 'Instagram',
  tiktok_oauth: 'TikTok',
  linkedin_oauth: 'LinkedIn',
  farcaster_auth: 'Farcaster',
  passkey_auth: 'Passkey',
  telegram_auth: 'Telegram',
  custom_jwt_auth: 'Own tokens (JWT)',
} satisfies Record<LoginSwitch, string>

/** What can be signed in with in this version, with what it means. */
const built: Partial<Record<LoginSwitch, string>> = {
  email_auth: 'A code of six digits by e-mail.',
  guest_auth: 'An account without a name, kept on one device.',
}

/** Login methods and terms. */
export function LoginSettings({ app, change }: SettingsProps) {
  const others = loginSwitches.filter((name) => !(name in built))
  return (
    <section className="card" aria-labelledby="login">
      <h2 id="login">Login</h2>
      {loginSwitches
        .filter((name) => name in built)
        .map((name) => (
          <Switch
            key={name}
            label={names[name]}
            help={built[name]}
            checked={app[name]}
            onChange={(on) => change({ [name]: on })}
          />
        ))}
      <Switch
        label="Refuse plus addresses"
        help="ada+shop@example.com cannot be a second account of ada@example.com."
        checked={app.disable_plus_emails}
        onChange={(disable_plus_emails) => change({ disable_plus_emails })}
      />
      <details>
        <summary>Methods of later versions</summary>
        <p className="help">{others.map((name) => names[name]).join(', ')}</p>
      </details>
      <Field
        label="Terms"
        value={app.terms_and_conditions_url ?? ''}
        placeholder="https://example.com/terms"
        onChange={(text) => change({ terms_and_conditions_url: text || null })}
      />
      <Field
        label="Privacy policy"
        value={app.privacy_policy_url ?? ''}
        placeholder="https://example.com/privacy"
        onChange={(text) => change({ privacy_policy_url: text || null })}
      />
      <Switch
        label="Ask for consent"
        help="New users accept the terms before they go on."
        checked={app.require_users_accept_terms === true}
        onChange={(require_users_accept_terms) => change({ require_users_accept_terms })}
      />
    </section>
  )
}
