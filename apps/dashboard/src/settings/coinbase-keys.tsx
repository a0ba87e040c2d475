import type { OwnAppConfig } from '@sallyport/contract'
import { Field } from '../ui/field.js'
import { SecretField } from '../ui/secret-field.js'
import type { SecretProps } from './funding-settings.js'

type Project = NonNullable<OwnAppConfig['coinbase_on_ramp']>

/** The app's project at Coinbase, and the API key that begins purchases. */
export function CoinbaseKeys({ app, change, saveSecret }: SecretProps) {
  const project = app.coinbase_on_ramp ?? { project_id: '', api_key_name: '' }
  const set = (changed: Partial<Project>) => {
    const next = { ...project, ...changed }
    const isEmpty = next.project_id === '' && next.api_key_name === ''
    change({ coinbase_on_ramp: isEmpty ? null : next })
  }
  return (
    <fieldset className="group">
      <legend>Coinbase</legend>
      <Field
        label="Coinbase project id"
        value={project.project_id}
        placeholder="b2c0…"
        help="In the project’s settings at portal.cdp.coinbase.com."
        onChange={(project_id) => set({ project_id: project_id.trim() })}
      />
      <Field
        label="Coinbase API key name"
        value={project.api_key_name}
        placeholder="organizations/…/apiKeys/…"
        onChange={(api_key_name) => set({ api_key_name: api_key_name.trim() })}
      />
      <SecretField
        label="Coinbase API key secret"
        isSet={app.secrets_set.includes('coinbase_api_key_secret')}
        help="The key’s private part, Ed25519 or a PEM. Stored encrypted and never shown again. Saved at once."
        save={(coinbase_api_key_secret) => saveSecret({ coinbase_api_key_secret })}
      />
    </fieldset>
  )
}
