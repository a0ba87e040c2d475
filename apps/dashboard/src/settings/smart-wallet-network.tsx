import type { OwnAppConfig } from '@sallyport/contract'
import { Field } from '../ui/field.js'
import { RemoveEntry } from './remove-entry.js'

type Config = Extract<NonNullable<OwnAppConfig['smart_wallet_config']>, { enabled: true }>
/** A chain on which users have smart wallets. */
export type SmartWalletNetwork = Config['configured_networks'][number]
/** What is left out where its field is empty. */
type Texts = { paymaster_url?: string; rpc_url?: string; chain_name?: string; policy_id?: string }

/** One chain: its bundler, its paymaster and its node. */
export function NetworkFields(props: {
  network: SmartWalletNetwork
  onChange: (next: SmartWalletNetwork) => void
  /** Null for the only one. */
  onRemove: (() => void) | null
}) {
  const { network, onChange, onRemove } = props
  const { chain_id, bundler_url, paymaster_url, rpc_url, chain_name, paymaster_context } = network
  const policy_id = paymaster_context?.policy_id
  const save = (changed: Texts) => {
    const next = { paymaster_url, rpc_url, chain_name, policy_id, ...changed }
    onChange({
      chain_id,
      bundler_url,
      ...(next.paymaster_url && { paymaster_url: next.paymaster_url }),
      ...(next.policy_id && { paymaster_context: { policy_id: next.policy_id } }),
      ...(next.rpc_url && { rpc_url: next.rpc_url }),
      ...(next.chain_name && { chain_name: next.chain_name }),
    })
  }
  return (
    <div className="entry">
      <Field
        label="Chain id"
        value={chain_id}
        placeholder="eip155:8453"
        help="eip155: and the chain’s number."
        onChange={(id) => onChange({ ...network, chain_id: id })}
      />
      <Field
        label="Bundler URL"
        value={bundler_url}
        placeholder="https://"
        help="Takes the operations (ERC-4337). Browsers call it."
        onChange={(url) => onChange({ ...network, bundler_url: url })}
      />
      <Field
        label="Paymaster URL"
        value={paymaster_url ?? ''}
        placeholder="https://"
        help="Pays for gas (ERC-7677). Without one users pay from the smart wallet."
        onChange={(url) => save({ paymaster_url: url })}
      />
      <Field
        label="Paymaster policy"
        value={policy_id ?? ''}
        help="A UUID from the paymaster’s provider, which it gets with each operation."
        onChange={(id) => save({ policy_id: id })}
      />
      <Field
        label="Node URL"
        value={rpc_url ?? ''}
        placeholder="https://"
        help="Reads the chain. Default: the one that your page has for it."
        onChange={(url) => save({ rpc_url: url })}
      />
      <Field
        label="Network name"
        value={chain_name ?? ''}
        help="As users read it. Used where your page does not list the chain."
        onChange={(name) => save({ chain_name: name })}
      />
      {onRemove && <RemoveEntry label={`Remove ${chain_id}`} onRemove={onRemove} />}
    </div>
  )
}
