import { type CloudStorageName, cloudStorages, type OwnAppConfig } from '@sallyport/contract'
import { Choice } from '../ui/choice.js'
import { Field } from '../ui/field.js'
import { SecretField } from '../ui/secret-field.js'
import { Switch } from '../ui/switch.js'
import type { SettingsProps } from './settings-page.js'

type Container = NonNullable<OwnAppConfig['icloud_container']>
type SecretName = 'icloud_web_api_token' | 'icloud_ios_api_token'

const texts = {
  'google-drive': {
    label: 'Google Drive',
    help: 'Users keep the recovery key in a hidden file in their Google Drive. It uses the Google login above: its client id must stay while there are such wallets.',
  },
  icloud: {
    label: 'iCloud',
    help: 'Users keep the recovery key in their iCloud. It needs a container of yours at CloudKit.',
  },
} as const satisfies Record<CloudStorageName, { label: string; help: string }>

const environments = [
  { value: 'development', name: 'Development' },
  { value: 'production', name: 'Production' },
] as const satisfies { value: Container['environment']; name: string }[]

/** The cloud storages in which users may keep the recovery key of their wallet. */
export function RecoverySettings({
  app,
  change,
  saveSecret,
}: SettingsProps & {
  saveSecret: (secret: Partial<Record<SecretName, string>>) => Promise<boolean>
}) {
  const config = app.embedded_wallet_config
  const { user_owned_recovery_options: offered } = config
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
      <h2 id="recovery">Recovery in the cloud</h2>
      {cloudStorages.map((name) => (
        <Switch
          key={name}
          {...texts[name]}
          checked={offered.includes(name)}
          onChange={(isOn) =>
            change({
              embedded_wallet_config: {
                ...config,
                user_owned_recovery_options: [
                  ...offered.filter((each) => each !== name),
                  ...(isOn ? [name] : []),
                ],
              },
            })
          }
        />
      ))}
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
