import { Switch } from '../ui/switch.js'
import { builtMethods, methodGroups } from './login-methods.js'
import type { SettingsProps } from './settings-page.js'

/** The switches of all login methods, with what each needs. */
export function LoginSettings({ app, change }: SettingsProps) {
  return (
    <section className="card" aria-labelledby="login">
      <h2 id="login">Login methods</h2>
      {Object.entries(methodGroups).map(([group, title]) => (
        <fieldset key={group} className="group">
          <legend>{title}</legend>
          {builtMethods
            .filter((method) => method.group === group)
            .map(({ name, label, help }) => (
              <Switch
                key={name}
                label={label}
                help={help}
                checked={app[name] === true}
                onChange={(on) => change({ [name]: on })}
              />
            ))}
        </fieldset>
      ))}
    </section>
  )
}
