import { Field } from '../ui/field.js'
import { Switch } from '../ui/switch.js'
import type { SettingsProps } from './settings-page.js'

/** What a user accepts and may do at a login: terms, plus addresses, passkeys, number of wallets. */
export function RuleSettings({ app, change }: SettingsProps) {
  return (
    <section className="card" aria-labelledby="rules">
      <h2 id="rules">Login rules</h2>
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
        label="Require consent"
        help="New users must accept the terms before they continue."
        checked={app.require_users_accept_terms === true}
        onChange={(require_users_accept_terms) => change({ require_users_accept_terms })}
      />
      <Switch
        label="Block plus addresses"
        help="Refuses addresses such as ada+shop@example.com."
        checked={app.disable_plus_emails}
        onChange={(disable_plus_emails) => change({ disable_plus_emails })}
      />
      <Switch
        label="Sign up with a passkey"
        help="A new passkey may create a user. When this is off, users log in another way first."
        checked={app.passkeys_for_signup_enabled}
        onChange={(passkeys_for_signup_enabled) => change({ passkeys_for_signup_enabled })}
      />
      <Field
        label="Domain of passkeys"
        value={app.passkey_rp_id ?? ''}
        placeholder="example.com"
        help="Set it before the first user adds a passkey. Passkeys made for another domain stop working."
        onChange={(text) => change({ passkey_rp_id: text || null })}
      />
      <Field
        label="Linked wallets per user"
        type="number"
        value={String(app.max_linked_wallets_per_user ?? '')}
        placeholder="No limit"
        help="External wallets that one user may link."
        onChange={(next) =>
          change({ max_linked_wallets_per_user: next === '' ? null : Number(next) })
        }
      />
    </section>
  )
}
