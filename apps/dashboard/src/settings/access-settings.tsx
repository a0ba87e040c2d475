import { useState } from 'react'
import { Field } from '../ui/field.js'
import type { SettingsProps } from './settings-page.js'

/** Which websites may use the app, and how many users it may have. */
export function AccessSettings({ app, change }: SettingsProps) {
  const [text, setText] = useState(app.allowed_domains.join('\n'))
  return (
    <section className="card" aria-labelledby="access">
      <h2 id="access">Access</h2>
      <Field
        label="Allowed domains"
        lines={4}
        value={text}
        placeholder="https://shop.example.com"
        help="One origin per line. A development app also accepts localhost."
        onChange={(next) => {
          setText(next)
          const lines = next.split('\n').map((line) => line.trim())
          change({ allowed_domains: lines.filter((line) => line !== '') })
        }}
      />
      <Field
        label="User limit"
        type="number"
        value={app.max_users === null ? '' : String(app.max_users)}
        placeholder="No limit"
        help="Sign-ups are refused once the limit is reached."
        onChange={(next) => change({ max_users: next === '' ? null : Number(next) })}
      />
    </section>
  )
}
