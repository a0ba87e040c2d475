import type { OwnAppConfig, SmartWalletType } from '@sallyport/contract'
import { useState } from 'react'
import { Choice } from '../ui/choice.js'
import { Field } from '../ui/field.js'
import { Switch } from '../ui/switch.js'
import type { SettingsProps } from './settings-page.js'

type Config = Extract<NonNullable<OwnAppConfig['smart_wallet_config']>, { enabled: true }>
type Network = Config['configured_networks'][number]

const types = [
  { value: 'safe', name: 'Safe' },
  { value: 'kernel', name: 'Kernel' },
  { value: 'biconomy', name: 'Biconomy' },
  { value: 'light_account', name: 'Light Account' },
  { value: 'coinbase_smart_wallet', name: 'Coinbase' },
] as const satisfies { value: SmartWalletType; name: string }[]

const emptyNetwork: Network = { chain_id: 'eip155:', bundler_url: '' }

/** The kind of smart wallet, and each chain's bundler and paymaster. */
export function SmartWalletSettings({ app, change }: SettingsProps) {
  const config = app.smart_wallet_config
  const isOn = config?.enabled === true
  const type = isOn ? config.smart_wallet_type : 'safe'
  // What was set before they were turned off, while the page is open.
  const [before, setBefore] = useState<Network[]>([emptyNetwork])
  const networks = isOn ? config.configured_networks : before
  const save = (next: Partial<Config>) =>
    change({
      smart_wallet_config: {
        enabled: true,
        smart_wallet_type: type,
        configured_networks: networks,
        ...next,
      },
    })
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
              onChange={(smart_wallet_type) => save({ smart_wallet_type })}
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
            />
          ))}
          <button
            type="button"
            className="quiet"
            onClick={() => save({ configured_networks: [...networks, emptyNetwork] })}
          >
            Add a network
          </button>
        </>
      )}
    </section>
  )
}

function NetworkFields({
  network,
  onChange,
}: {
  network: Network
  onChange: (next: Network) => void
}) {
  const { paymaster_url, rpc_url, ...rest } = network
  return (
    <>
      <Field
        label="Chain id"
        value={network.chain_id}
        placeholder="eip155:8453"
        help="eip155: and the chain’s number."
        onChange={(chain_id) => onChange({ ...network, chain_id })}
      />
      <Field
        label="Bundler URL"
        value={network.bundler_url}
        placeholder="https://"
        help="Takes the operations (ERC-4337). Browsers call it."
        onChange={(bundler_url) => onChange({ ...network, bundler_url })}
      />
      <Field
        label="Paymaster URL"
        value={paymaster_url ?? ''}
        placeholder="https://"
        help="Pays for gas (ERC-7677). Without one users pay from the smart wallet."
        onChange={(url) =>
          onChange({
            ...rest,
            ...(rpc_url && { rpc_url }),
            ...(url && { paymaster_url: url }),
          })
        }
      />
    </>
  )
}
