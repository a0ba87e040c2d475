import {
  embeddedChains,
  type LoginChain,
  loginChainTypes,
  type OwnAppConfig,
} from '@sallyport/contract'
import { Choice } from '../ui/choice.js'
import { Field } from '../ui/field.js'
import { Switch } from '../ui/switch.js'
import type { SettingsProps } from './settings-page.js'

type When = OwnAppConfig['embedded_wallet_config']['create_on_login']
const moments = [
  { value: 'users-without-wallets', name: 'If the user has none' },
  { value: 'all-users', name: 'Always' },
  { value: 'off', name: 'Never' },
] as const satisfies { value: When; name: string }[]

/** When wallets are created, and how signatures are confirmed. */
export function WalletSettings({ app, change }: SettingsProps) {
  const config = app.embedded_wallet_config
  const set = (chain: LoginChain) => (when: When) =>
    change({ embedded_wallet_config: { ...config, [chain]: { create_on_login: when } } })
  return (
    <section className="card" aria-labelledby="wallets">
      <h2 id="wallets">Wallets</h2>
      {loginChainTypes.map((chain) => (
        <div className="field" key={chain}>
          <span className="field-label">Create {embeddedChains[chain].name} wallet at login</span>
          <Choice
            label={`Create ${embeddedChains[chain].name} wallet at login`}
            value={config[chain]?.create_on_login ?? config.create_on_login}
            options={moments}
            onChange={set(chain)}
          />
        </div>
      ))}
      <Field
        label="WalletConnect project id"
        value={app.wallet_connect_cloud_project_id ?? ''}
        placeholder="32 hex digits"
        help="Of your project at cloud.reown.com. Without it wallets on other devices are not offered."
        onChange={(text) => change({ wallet_connect_cloud_project_id: text || null })}
      />
      <Switch
        label="Enforce wallet screens"
        help="Every signature needs a confirmation by the wallet itself: readable messages in its frame, everything else in a window of its own. A script in the app’s page can’t draw these screens, press their buttons, or hide them under something else. It can still ask again and again."
        checked={app.enforce_wallet_uis}
        onChange={(enforce_wallet_uis) => change({ enforce_wallet_uis })}
      />
      <Switch
        label="Sign raw hashes"
        help="Lets pages ask for signatures of 32 bytes that no screen can explain (secp256k1_sign). Such a signature can be a transaction. Leave it off unless a library of yours needs it."
        checked={app.raw_digests_enabled === true}
        onChange={(raw_digests_enabled) => change({ raw_digests_enabled })}
      />
      <Switch
        label="EIP-7702 authorizations"
        help="Lets pages ask users to give a contract control of their account, which can then move everything in it. Leave it off unless your app upgrades wallets to smart accounts."
        checked={app.eip7702_enabled === true}
        onChange={(eip7702_enabled) => change({ eip7702_enabled })}
      />
    </section>
  )
}
