import { Field } from '../ui/field.js'
import { Switch } from '../ui/switch.js'
import { PeopleList } from './people-list.js'
import type { SettingsProps } from './settings-page.js'

/** Who may log in: allow list, deny list, and how many users there may be. */
export function PeopleSettings({ app, change }: SettingsProps) {
  return (
    <section className="card" aria-labelledby="people">
      <h2 id="people">Who may log in</h2>
      <Field
        label="User limit"
        type="number"
        value={app.max_users === null ? '' : String(app.max_users)}
        placeholder="No limit"
        help="Sign-ups are refused once the limit is reached."
        onChange={(next) => change({ max_users: next === '' ? null : Number(next) })}
      />
      <h3 id="allow-list">Allow list</h3>
      <Switch
        label="Only users on the allow list"
        help="Other users can’t log in or sign up."
        checked={app.allowlist_enabled}
        onChange={(allowlist_enabled) => change({ allowlist_enabled })}
      />
      <PeopleList name="allowlist" label="Allow list" />
      <h3 id="deny-list">Deny list</h3>
      <p className="help">
        Users on it can’t log in, and their sessions end. It wins over the allow list.
      </p>
      <PeopleList name="denylist" label="Deny list" />
    </section>
  )
}
