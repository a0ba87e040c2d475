import type { OwnAppConfig, SmartWalletType } from '@sallyport/contract'
import { useState } from 'react'
import { Choice } from '../ui/choice.js'
import { Switch } from '../ui/switch.js'
import type { SettingsProps } from './settings-page.js'
import { NetworkFields, type SmartWalletNetwork } from './smart-wallet-network.js'

type Config = Extract<NonNullable<OwnAppConfig['smart_wallet_config']>, { enabled: true }>

const types = [
  { value: 'safe', name: 'Safe' },
  { value: 'kernel', name: 'Kernel' },
  { value: 'biconomy', name: 'Biconomy' },
  { value: 'light_account', name: 'Light Account' },
  { value: 'coinbase_smart_wallet', name: 'Coinbase' },
] as const satisfies { value: SmartWalletType; name: string }[]

const emptyNetwork: SmartWalletNetwork = { chain_id: 'eip155:', bundler_url: '' }

const plain: Config = { enabled: true, smart_wallet_type: 'safe', configured_networks: [] }

/** The kind of smart wallet, and each chain's bundler and paymaster. */
export function SmartWalletSettings({ app, change }: SettingsProps) {
  const config = app.smart_wallet_config
  const isOn = config?.enabled === true
  const type = isOn ? config.smart_wallet_type : 'safe'
  // What was set before they were turned off, while the page is open.
  const [before, setBefore] = useState<SmartWalletNetwork[]>([emptyNetwork])
  const networks = isOn ? config.configured_networks : before
  const save = (next: Partial<Config>) => {
    const kept = isOn ? config : plain
    change({ smart_wallet_config: { ...kept, configured_networks: networks, ...next } })
  }
  return (
    <section className="card" aria-labelledby="smart-wallets">
      <h2 id="smart-wallets">Smart wallets</h2>
      <Switch
        label="Smart wallets"
        help="Users with an Ethereum wallet get a contract wallet that it owns. Your paymaster can pay for its gas."
        checked={isOn}
        onChange={(enabled) => {
          setBefore(networks)
          if (enabled) save({})
          else change({ smart_wallet_config: { enabled: false } })
        }}
      />
      {isOn && (
        <>
          <div className="field">
            <span className="field-label">Kind</span>
            <Choice
              label="Kind of smart wallet"
              value={type}
              options={types}
              // A version belongs to its kind.
              onChange={(smart_wallet_type) =>
                change({
                  smart_wallet_config: {
                    ...plain,
                    smart_wallet_type,
                    configured_networks: networks,
                  },
                })
              }
            />
            <small>Another kind has other addresses. Users keep the one that is linked.</small>
          </div>
          {networks.map((network, index) => (
            <NetworkFields
              // biome-ignore lint/suspicious/noArrayIndexKey: the fields of one network stay in place while its id is typed
              key={index}
              network={network}
              onChange={(next) =>
                save({
                  configured_networks: networks.map((each, at) => (at === index ? next : each)),
                })
              }
              // The server asks for one.
              onRemove={
                networks.length > 1
                  ? () => save({ configured_networks: networks.filter((_, at) => at !== index) })
                  : null
              }
            />
          ))}
          <div>
            <button
              type="button"
              className="button"
              onClick={() => save({ configured_networks: [...networks, emptyNetwork] })}
            >
              Add a network
            </button>
          </div>
        </>
      )}
    </section>
  )
}
