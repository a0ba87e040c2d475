import { useState } from 'react'
import { Field } from '../ui/field.js'
import { knownHosts } from './known-hosts.js'
import type { SettingsProps } from './settings-page.js'

/** Which websites and native apps may use the app, and at which address. */
export function AccessSettings({ app, change }: SettingsProps) {
  const [text, setText] = useState(app.allowed_domains.join('\n'))
  const [embedders, setEmbedders] = useState((app.allowed_embedders ?? []).join('\n'))
  const changeEmbedders = (next: string) => {
    setEmbedders(next)
    change({ allowed_embedders: linesOf(next) })
  }
  return (
    <section className="card" aria-labelledby="access">
      <h2 id="access">Domains</h2>
      <Field
        label="Allowed domains"
        lines={4}
        value={text}
        placeholder="https://shop.example.com"
        help="One origin per line. A development app also accepts localhost."
        onChange={(next) => {
          setText(next)
          change({ allowed_domains: linesOf(next) })
        }}
      />
      <Field
        label="Allowed embedders"
        lines={3}
        value={embedders}
        placeholder="https://web.telegram.org"
        help="Sites that show your app inside of their own page, one origin per line. They can’t call the API."
        onChange={changeEmbedders}
      />
      <p>
        {Object.entries(knownHosts).map(([name, origins]) => (
          <button
            key={name}
            type="button"
            className="button quiet"
            onClick={() => changeEmbedders(withOrigins(embedders, origins))}
          >
            {name}
          </button>
        ))}
      </p>
      <Field
        label="Native app ids"
        value={app.allowed_native_app_ids.join(' ')}
        placeholder="com.example.app"
        help="Bundle ids and package names of your native apps, separated by spaces."
        onChange={(next) => change({ allowed_native_app_ids: next === '' ? [] : next.split(' ') })}
      />
      <Field
        label="App URL schemes"
        value={app.allowed_native_app_url_schemes.join(' ')}
        placeholder="myapp"
        help="Schemes of your native apps that a login may return to, separated by spaces."
        onChange={(next) =>
          change({ allowed_native_app_url_schemes: next === '' ? [] : next.split(' ') })
        }
      />
      <Field
        label="API address of your own"
        value={app.custom_api_url ?? ''}
        placeholder="https://auth.example.com"
        help="An address of this server on the site of your app. Sessions are then kept in cookies that scripts can’t read. Its DNS entry has to point here first."
        onChange={(text) => change({ custom_api_url: text || null })}
      />
    </section>
  )
}

function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '')
}

function withOrigins(text: string, origins: readonly string[]): string {
  return [...new Set([...linesOf(text), ...origins])].join('\n')
}
