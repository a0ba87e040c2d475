import type { CustomJwtSettings } from '@sallyport/contract'
import { Choice } from '../ui/choice.js'
import { Field } from '../ui/field.js'
import { Switch } from '../ui/switch.js'
import type { SettingsProps } from './settings-page.js'

const none: CustomJwtSettings = {
  jwks_url: '',
  id_claim: 'sub',
  max_age_seconds: 600,
  one_time: false,
}
const kinds = [
  { value: 'url', name: 'JWKS URL' },
  { value: 'key', name: 'Public key' },
] as const

/** How tokens of the app's own login are verified. */
export function OwnLoginSettings({ app, change }: SettingsProps) {
  const own = app.custom_jwt ?? none
  const { jwks_url, public_key, issuer, audience, ...rest } = own
  const kind = public_key === undefined ? 'url' : 'key'
  const set = (changed: Partial<CustomJwtSettings>) =>
    change({ custom_jwt: { ...own, ...changed } })
  const setOptional = (name: 'issuer' | 'audience') => (text: string) => {
    const { [name]: _, ...others } = own
    change({ custom_jwt: text === '' ? others : { ...others, [name]: text } })
  }
  const setKeys = (keys: Pick<CustomJwtSettings, 'jwks_url' | 'public_key'>) =>
    change({
      custom_jwt: { ...rest, ...keys, ...(issuer && { issuer }), ...(audience && { audience }) },
    })
  return (
    <section className="card" aria-labelledby="own-login">
      <h2 id="own-login">Your own login</h2>
      <p className="help">Your back end signs a token (RS256 or ES256). The kit logs in with it.</p>
      <Choice
        label="Where your keys are"
        value={kind}
        options={kinds}
        onChange={(next) => setKeys(next === 'url' ? { jwks_url: '' } : { public_key: '' })}
      />
      {kind === 'url' ? (
        <Field
          label="JWKS URL"
          value={jwks_url ?? ''}
          placeholder="https://example.com/.well-known/jwks.json"
          onChange={(text) => set({ jwks_url: text })}
        />
      ) : (
        <Field
          label="Public key"
          lines={5}
          value={public_key ?? ''}
          placeholder="-----BEGIN PUBLIC KEY-----"
          onChange={(text) => set({ public_key: text })}
        />
      )}
      <Field
        label="Issuer"
        value={issuer ?? ''}
        placeholder="Any"
        help="Set issuer and audience when your issuer signs tokens for other sites too. Users of those could log in here otherwise."
        onChange={setOptional('issuer')}
      />
      <Field
        label="Audience"
        value={audience ?? ''}
        placeholder="Any"
        onChange={setOptional('audience')}
      />
      <Field
        label="Claim that names the user"
        value={own.id_claim}
        placeholder="sub"
        onChange={(id_claim) => set({ id_claim })}
      />
      <Field
        label="Oldest token, in seconds"
        type="number"
        value={String(own.max_age_seconds)}
        onChange={(text) => set({ max_age_seconds: Number(text) })}
      />
      <Switch
        label="Accept each token once"
        help="Every token then needs a jti."
        checked={own.one_time}
        onChange={(one_time) => set({ one_time })}
      />
      {app.custom_jwt !== null && (
        <div>
          <button
            type="button"
            className="button quiet"
            onClick={() => change({ custom_jwt: null })}
          >
            Remove your own login
          </button>
        </div>
      )}
    </section>
  )
}
