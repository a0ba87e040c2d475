import { isCustomProvider, type OAuthCredentials } from '@sallyport/contract'
import { useState } from 'react'
import { Field } from '../ui/field.js'
import type { Loaded } from '../use-loaded.js'
import { emptyProvider } from './custom-provider-fields.js'
import { ProviderForm } from './provider-form.js'

/** Adds an OpenID Connect provider under a name that the app chooses once. */
export function AddProvider(props: {
  /** The redirect URI of another provider, which differs in its last part. */
  callbackUrl: string
  isBusy: boolean
  run: Loaded<unknown>['run']
}) {
  const [name, setName] = useState('')
  const provider = `custom:${name}`
  const callbackUrl = props.callbackUrl.replace(/[^/]*$/, provider)
  const credentials: OAuthCredentials | null = isCustomProvider(provider)
    ? {
        provider,
        client_id: null,
        has_secret: false,
        callback_url: callbackUrl,
        custom: emptyProvider,
      }
    : null
  return (
    <details>
      <summary>
        <span className="grow">Add a provider</span>
        <small>OpenID Connect</small>
      </summary>
      <div className="fold">
        <Field
          label="Short name"
          value={name}
          placeholder="acme"
          help="Lower-case letters, digits and dashes. Accounts are stored under it, so it can’t be changed later."
          onChange={setName}
        />
      </div>
      {credentials && (
        <ProviderForm
          key={provider}
          name={name}
          credentials={credentials}
          isBusy={props.isBusy}
          run={props.run}
        />
      )}
    </details>
  )
}
