import { Choice } from '../ui/choice.js'
import { ColourField } from '../ui/colour-field.js'
import { Field } from '../ui/field.js'
import type { SettingsProps } from './settings-page.js'

const themes = [
  { value: 'light', name: 'Light' },
  { value: 'dark', name: 'Dark' },
  { value: 'custom', name: 'Custom colour' },
] as const

/** Name, logo and colours. */
export function IdentitySettings({ app, change }: SettingsProps) {
  const theme = app.theme === 'light' || app.theme === 'dark' ? app.theme : 'custom'
  return (
    <section className="card" aria-labelledby="identity">
      <h2 id="identity">Name and look</h2>
      <Field label="Name" value={app.name} onChange={(name) => change({ name })} />
      <Field
        label="Logo"
        help="Image URL. Shown at most 36 px high on the first screen."
        value={app.logo_url ?? ''}
        placeholder="https://example.com/logo.svg"
        onChange={(text) => change({ logo_url: text || null })}
      />
      <div className="field">
        <span className="field-label">Theme</span>
        <Choice
          label="Theme"
          value={theme}
          options={themes}
          onChange={(next) => change({ theme: next === 'custom' ? '#f6f3ec' : next })}
        />
      </div>
      {theme === 'custom' && (
        <ColourField
          label="Background"
          value={app.theme}
          onChange={(text) => change({ theme: text })}
        />
      )}
      <ColourField
        label="Accent"
        value={app.accent_color ?? ''}
        onChange={(text) => change({ accent_color: text || null })}
      />
    </section>
  )
}
