import type { OAuthCredentials } from '@sallyport/contract'
import { type FormEvent, useState } from 'react'
import { call } from '../call.js'
import { CopyButton } from '../ui/copy-button.js'
import { Field } from '../ui/field.js'
import { Switch } from '../ui/switch.js'
import type { Loaded } from '../use-loaded.js'
import { CustomProviderFields } from './custom-provider-fields.js'

interface FormProps {
  name: string
  credentials: OAuthCredentials
  isBusy: boolean
  run: Loaded<unknown>['run']
}

/** The credentials of one provider. A secret that is left empty stays. */
export function ProviderForm({ name, credentials, isBusy, run }: FormProps) {
  const { provider, callback_url, has_secret } = credentials
  const [text, setText] = useState({
    client_id: credentials.client_id ?? '',
    client_secret: '',
    team_id: credentials.team_id ?? '',
    key_id: credentials.key_id ?? '',
  })
  const [returnTokens, setReturnTokens] = useState(credentials.return_tokens === true)
  const [custom, setCustom] = useState(credentials.custom)
  const path = `/api/app/providers?provider=${provider}`
  const isApple = provider === 'apple'
  const field = (key: keyof typeof text) => ({
    value: text[key],
    onChange: (next: string) => setText({ ...text, [key]: next }),
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    const body = {
      client_id: text.client_id,
      ...(text.client_secret !== '' && { client_secret: text.client_secret }),
      ...(isApple && { team_id: text.team_id || null, key_id: text.key_id || null }),
      return_tokens: returnTokens,
      ...(custom && { custom }),
    }
    void run(() => call(path, 'POST', body))
  }
  const secret = {
    label: isApple ? 'Private key (.p8)' : 'Client secret',
    placeholder: has_secret ? 'Stored. Type to replace it' : 'Not set',
    ...field('client_secret'),
  }
  return (
    <form className="fold" onSubmit={save}>
      <div className="field">
        <span className="field-label">Redirect URI to register at {name}</span>
        <span className="copy-line">
          <code>{callback_url}</code>
          <CopyButton text={callback_url} label="Copy" />
        </span>
      </div>
      {custom && <CustomProviderFields value={custom} onChange={setCustom} />}
      <Field label={isApple ? 'Services ID' : 'Client ID'} {...field('client_id')} />
      {isApple ? <Field lines={4} {...secret} /> : <Field type="password" {...secret} />}
      {isApple && <Field label="Team ID" {...field('team_id')} />}
      {isApple && <Field label="Key ID" {...field('key_id')} />}
      <Switch
        label="Hand tokens to your page"
        help={`Your page can then call ${name} for the user. The server keeps no tokens.`}
        checked={returnTokens}
        onChange={setReturnTokens}
      />
      <div className="actions">
        <button type="submit" className="button" disabled={isBusy || text.client_id === ''}>
          Save {name}
        </button>
        {credentials.client_id !== null && (
          <button
            type="button"
            className="button quiet"
            disabled={isBusy}
            onClick={() => void run(() => call(path, 'DELETE'))}
          >
            Remove
          </button>
        )}
      </div>
    </form>
  )
}
