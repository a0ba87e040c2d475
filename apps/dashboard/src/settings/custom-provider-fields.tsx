import type { CustomProviderSettings } from '@sallyport/contract'
import { Field } from '../ui/field.js'
import { Switch } from '../ui/switch.js'

/** The settings of a provider before its owner has typed anything. */
export const emptyProvider: CustomProviderSettings = {
  enabled: true,
  display_name: '',
  icon_url: null,
  issuer: '',
  scopes: ['openid', 'profile', 'email'],
  claims: {},
}

const claims = {
  name: { label: 'Claim with the name', standard: 'name' },
  username: { label: 'Claim with the username', standard: 'preferred_username' },
  email: { label: 'Claim with the email address', standard: 'email' },
  profile_picture_url: { label: 'Claim with the picture', standard: 'picture' },
} as const satisfies Record<keyof CustomProviderSettings['claims'], object>

/** What only a provider that the app adds has: how it is shown, its issuer, scopes and claims. */
export function CustomProviderFields(props: {
  value: CustomProviderSettings
  onChange: (value: CustomProviderSettings) => void
}) {
  const { value, onChange } = props
  const set = (changed: Partial<CustomProviderSettings>) => onChange({ ...value, ...changed })
  // The record's own keys.
  const names = Object.keys(claims) as (keyof typeof claims)[]
  return (
    <>
      <Field
        label="Name on the first screen"
        value={value.display_name}
        placeholder="Acme ID"
        onChange={(display_name) => set({ display_name })}
      />
      <Field
        label="Logo"
        value={value.icon_url ?? ''}
        placeholder="https://example.com/logo.svg"
        onChange={(text) => set({ icon_url: text || null })}
      />
      <Field
        label="Issuer"
        value={value.issuer}
        placeholder="https://id.example.com"
        help="The server reads its endpoints from /.well-known/openid-configuration when you save."
        onChange={(issuer) => set({ issuer })}
      />
      <Field
        label="Scopes"
        value={value.scopes.join(' ')}
        help="Separated by spaces. openid has to be one of them."
        onChange={(text) => set({ scopes: text === '' ? [] : text.split(' ') })}
      />
      {names.map((name) => (
        <Field
          key={name}
          label={claims[name].label}
          value={value.claims[name] ?? ''}
          placeholder={claims[name].standard}
          onChange={(text) => {
            const { [name]: _, ...others } = value.claims
            set({ claims: text === '' ? others : { ...others, [name]: text } })
          }}
        />
      ))}
      <Switch
        label="Offer at logins"
        help="When this is off, users can’t log in by it."
        checked={value.enabled}
        onChange={(enabled) => set({ enabled })}
      />
    </>
  )
}
