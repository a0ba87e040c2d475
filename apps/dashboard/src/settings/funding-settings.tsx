import type { AppSecretName, OwnAppConfig } from '@sallyport/contract'
import { Choice } from '../ui/choice.js'
import { Field } from '../ui/field.js'
import { Switch } from '../ui/switch.js'
import { CoinbaseKeys } from './coinbase-keys.js'
import { MoonpayKeys } from './moonpay-keys.js'
import type { SettingsProps } from './settings-page.js'

type Config = NonNullable<OwnAppConfig['funding_config']>
type Currency = Config['default_recommended_currency']

/** Props of the groups that also store secrets. */
export interface SecretProps extends SettingsProps {
  saveSecret: (secret: Partial<Record<AppSecretName, string>>) => Promise<boolean>
}

/** What the first change is made to. */
const none: Config = {
  default_recommended_currency: { chain: 'eip155:1', asset: 'native-currency' },
  default_recommended_amount: '0.01',
  methods: [],
  options: [],
  prompt_funding_on_wallet_creation: false,
  cross_chain_bridging_enabled: false,
}

const texts = {
  moonpay: { label: 'MoonPay', help: 'Users buy by card or bank transfer. Needs the keys below.' },
  'coinbase-onramp': {
    label: 'Coinbase',
    help: 'Users buy by card or from a Coinbase account. Needs the keys below.',
  },
  external: {
    label: 'Wallets and address',
    help: 'Users pay from another wallet, or send to the address.',
  },
} as const satisfies Record<Config['methods'][number], { label: string; help: string }>
const methods = Object.keys(texts) as Config['methods'] // the record's own keys

const assets = [
  { value: 'native-currency', name: 'The network’s coin' },
  { value: 'USDC', name: 'USDC' },
] as const satisfies { value: NonNullable<Currency['asset']>; name: string }[]

/** How users add money to a wallet, what is recommended, and the keys of those who sell. */
export function FundingSettings(props: SecretProps) {
  const { app, change } = props
  const config = app.funding_config ?? none
  const { default_recommended_currency: currency } = config
  const save = (changed: Partial<Config>) => change({ funding_config: { ...config, ...changed } })
  const recommend = (changed: Partial<Currency>) =>
    save({ default_recommended_currency: { ...currency, ...changed } })
  return (
    <section className="card" aria-labelledby="funding">
      <h2 id="funding">Funding</h2>
      {methods.map((method) => (
        <Switch
          key={method}
          {...texts[method]}
          checked={config.methods.includes(method)}
          onChange={(isOn) =>
            save({
              methods: methods.filter((each) =>
                each === method ? isOn : config.methods.includes(each),
              ),
            })
          }
        />
      ))}
      <Field
        label="Recommended network"
        value={currency.chain}
        placeholder="eip155:8453"
        help="eip155: and the chain’s number, or solana: and the cluster’s name. Your page must offer it."
        onChange={(chain) => recommend({ chain })}
      />
      <div className="field">
        <span className="field-label">Recommended asset</span>
        <Choice
          label="Recommended asset"
          value={currency.asset ?? 'native-currency'}
          options={assets}
          onChange={(asset) => recommend({ asset })}
        />
      </div>
      <Field
        label="Recommended amount"
        value={config.default_recommended_amount}
        placeholder="0.01"
        help="In the asset. Users can change it."
        onChange={(default_recommended_amount) => save({ default_recommended_amount })}
      />
      <Switch
        label="Offer it with a new wallet"
        help="The screens open once when a wallet has been created at a login or by your page."
        checked={config.prompt_funding_on_wallet_creation}
        onChange={(prompt_funding_on_wallet_creation) =>
          save({ prompt_funding_on_wallet_creation })
        }
      />
      <Switch
        label="Bridge between Ethereum and Solana"
        help="Relay moves what a wallet of the other kind pays. Browsers ask it directly."
        checked={config.cross_chain_bridging_enabled}
        onChange={(cross_chain_bridging_enabled) => save({ cross_chain_bridging_enabled })}
      />
      <MoonpayKeys {...props} />
      <CoinbaseKeys {...props} />
    </section>
  )
}
