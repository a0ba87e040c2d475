import { useState } from 'react'
import { Field } from '../ui/field.js'
import type { SettingsProps } from './settings-page.js'

/** Which pages may use the app, and how many people. */
export function AccessSettings({ app, change }: SettingsProps) {
  const [text, setText] = useState(app.allowed_domains.join('\n'))
  return (
    <section className="card" aria-labelledby="access">
      <h2 id="access">Access</h2>
      <Field
        label="Allowed origins"
        lines={4}
        value={text}
        placeholder="https://shop.example.com"
        help="One on each line. A development app may also be used from localhost."
        onChange={(next) => {
          setText(next)
          const lines = next.split('\n').map((line) => line.trim())
          change({ allowed_domains: lines.filter((line) => line !== '') })
        }}
      />
      <Field
        label="Most users"
        type="number"
        value={app.max_users === null ? '' : String(app.max_users)}
        placeholder="No limit"
        help="Whoever comes after them is told that the app is full."
        onChange={(next) => change({ max_users: next === '' ? null : Number(next) })}
      />
    </section>
  )
}
