import type { OwnAppConfig } from '@sallyport/contract'
import { Field } from '../ui/field.js'
import { SecretField } from '../ui/secret-field.js'
import type { SecretProps } from './funding-settings.js'

type Keys = NonNullable<OwnAppConfig['moonpay']>

/** MoonPay's keys, for real money and for its test mode. */
export function MoonpayKeys({ app, change, saveSecret }: SecretProps) {
  const keys = app.moonpay ?? {}
  const set = (name: keyof Keys, key: string) => {
    const { [name]: _, ...others } = keys
    const next = key === '' ? others : { ...others, [name]: key }
    change({ moonpay: Object.keys(next).length === 0 ? null : next })
  }
  return (
    <fieldset className="group">
      <legend>MoonPay</legend>
      <Field
        label="MoonPay publishable key"
        value={keys.publishable_key ?? ''}
        placeholder="pk_live_…"
        help="In MoonPay’s dashboard, under Developers."
        onChange={(key) => set('publishable_key', key.trim())}
      />
      <SecretField
        label="MoonPay secret key"
        isSet={app.secrets_set.includes('moonpay_secret_key')}
        help="Starts with sk_live_. Stored encrypted and never shown again. Saved at once."
        save={(moonpay_secret_key) => saveSecret({ moonpay_secret_key })}
      />
      <Field
        label="MoonPay test publishable key"
        value={keys.test_publishable_key ?? ''}
        placeholder="pk_test_…"
        help="For useSandbox. Development apps only."
        onChange={(key) => set('test_publishable_key', key.trim())}
      />
      <SecretField
        label="MoonPay test secret key"
        isSet={app.secrets_set.includes('moonpay_test_secret_key')}
        help="Starts with sk_test_. Stored encrypted and never shown again. Saved at once."
        save={(moonpay_test_secret_key) => saveSecret({ moonpay_test_secret_key })}
      />
    </fieldset>
  )
}
