import { Field } from '../ui/field.js'
import { Switch } from '../ui/switch.js'
import { builtMethods } from './login-methods.js'
import type { SettingsProps } from './settings-page.js'

/** Login methods and terms. */
export function LoginSettings({ app, change }: SettingsProps) {
  return (
    <section className="card" aria-labelledby="login">
      <h2 id="login">Login</h2>
      {builtMethods.map(({ name, label, help }) => (
        <Switch
          key={name}
          label={label}
          help={help}
          checked={app[name] === true}
          onChange={(on) => change({ [name]: on })}
        />
      ))}
      <Switch
        label="Block plus addresses"
        help="Refuses addresses such as ada+shop@example.com."
        checked={app.disable_plus_emails}
        onChange={(disable_plus_emails) => change({ disable_plus_emails })}
      />
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
    </section>
  )
}
