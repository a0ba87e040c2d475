import { cloudStorages, type OwnAppConfig } from '@sallyport/contract'
import { Choice } from '../ui/choice.js'
import { Field } from '../ui/field.js'
import { SecretField } from '../ui/secret-field.js'
import { Switch } from '../ui/switch.js'
import type { SettingsProps } from './settings-page.js'

type Container = NonNullable<OwnAppConfig['icloud_container']>
type SecretName = 'icloud_web_api_token' | 'icloud_ios_api_token'

const methods = ['user-passcode', 'passkey', ...cloudStorages] as const

const texts = {
  'user-passcode': {
    label: 'Passcode',
    help: 'Only the user knows it, and it can’t be reset: who loses it and all devices loses the wallet.',
  },
  passkey: {
    label: 'Passkey',
    help: 'A passkey of the wallet page’s host, which your page can’t use. Changing the host of this server ends all of them. Who deletes it and loses all devices loses the wallet.',
  },
  'google-drive': {
    label: 'Google Drive',
    help: 'Users keep the recovery key in a hidden file in their Google Drive. It uses the Google login above: its client id must stay while there are such wallets.',
  },
  icloud: {
    label: 'iCloud',
    help: 'Users keep the recovery key in their iCloud. It needs a container of yours at CloudKit.',
  },
} as const satisfies Record<(typeof methods)[number], { label: string; help: string }>

const environments = [
  { value: 'development', name: 'Development' },
  { value: 'production', name: 'Production' },
] as const satisfies { value: Container['environment']; name: string }[]

/** What users may restore their wallet with on a new device, besides the login alone. */
export function RecoverySettings({
  app,
  change,
  saveSecret,
}: SettingsProps & {
  saveSecret: (secret: Partial<Record<SecretName, string>>) => Promise<boolean>
}) {
  const config = app.embedded_wallet_config
  const { user_owned_recovery_options: offered } = config
  const changeWallets = (changed: Partial<typeof config>) =>
    change({ embedded_wallet_config: { ...config, ...changed } })
  const container = app.icloud_container ?? { container_identifier: '', environment: 'development' }
  const changeContainer = (changed: Partial<Container>) => {
    const next = { ...container, ...changed }
    change({ icloud_container: next.container_identifier === '' ? null : next })
  }
  const secretProps = (name: SecretName) => ({
    isSet: app.secrets_set.includes(name),
    save: (token: string) => saveSecret({ [name]: token }),
  })
  return (
    <section className="card" aria-labelledby="recovery">
      <h2 id="recovery">Recovery by a secret of the user</h2>
      {methods.map((name) => (
        <Switch
          key={name}
          {...texts[name]}
          checked={offered.includes(name)}
          onChange={(isOn) => {
            const others = offered.filter((each) => each !== name)
            changeWallets({ user_owned_recovery_options: isOn ? [...others, name] : others })
          }}
        />
      ))}
      <Switch
        label="Required for new wallets"
        help="Users choose one of these before their wallet is created. Without it wallets come back by a login alone, with the help of this server."
        checked={config.require_user_owned_recovery_on_create}
        onChange={(isOn) => changeWallets({ require_user_owned_recovery_on_create: isOn })}
      />
      <Field
        label="iCloud container"
        value={container.container_identifier}
        placeholder="iCloud.com.example.app"
        help="Its id in the CloudKit console. It must stay while there are wallets with a key in it."
        onChange={(container_identifier) => changeContainer({ container_identifier })}
      />
      <div className="field">
        <span className="field-label">iCloud environment</span>
        <Choice
          label="iCloud environment"
          value={container.environment}
          options={environments}
          onChange={(environment) => changeContainer({ environment })}
        />
      </div>
      <SecretField
        label="iCloud API token for pages"
        help="A token whose sign-in callback is “Post message”. Stored encrypted and never shown again. Saved at once."
        {...secretProps('icloud_web_api_token')}
      />
      <SecretField
        label="iCloud API token for native apps"
        help="A token whose sign-in callback is the URL in the documentation. Stored encrypted and never shown again. Saved at once."
        {...secretProps('icloud_ios_api_token')}
      />
    </section>
  )
}
