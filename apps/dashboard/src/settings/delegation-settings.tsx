import type { OwnAppConfig } from '@sallyport/contract'
import { useState } from 'react'
import { Choice } from '../ui/choice.js'
import { Field } from '../ui/field.js'
import { Switch } from '../ui/switch.js'
import type { SettingsProps } from './settings-page.js'
import { ether, useTyped, wordList } from './typed-value.js'

type Config = NonNullable<OwnAppConfig['delegated_actions']>
type Policy = Config['policy']
type Transactions = NonNullable<Policy['transactions']>

/** What the first change is made to: nothing is asked for until a key is there. */
const none: Config = {
  authorization_keys: [],
  threshold: 1,
  policy: { version: 1, messages: true, typedData: false, transactions: null },
}
/** 0.01 of the coin of Ethereum's main network in a day. */
const little: Transactions = {
  chainIds: ['1'],
  recipients: null,
  mostWeiPerDay: '10000000000000000',
}
const thresholds = ['1', '2', '3', '4', '5'].map((value) => ({ value, name: value }))

/** What users are asked to let the app's back end do with their wallets, and the keys that sign its requests. */
export function DelegationSettings({ app, change }: SettingsProps) {
  const config = app.delegated_actions
  // What was set before it was turned off, while the page is open.
  const [before, setBefore] = useState<Config>(none)
  const save = (delegated_actions: Config | null) => change({ delegated_actions })
  return (
    <section className="card" aria-labelledby="delegation">
      <h2 id="delegation">Delegated wallets</h2>
      <Switch
        label="Ask users for access while they’re away"
        help="Your back end may then act with their wallets, as far as the rules below go. When it’s off, no more users are asked; what was allowed ends when its user ends it."
        checked={config !== null}
        onChange={(isOn) => {
          if (config) setBefore(config)
          save(isOn ? before : null)
        }}
      />
      {config && <Rules config={config} onChange={save} />}
    </section>
  )
}

function Rules({ config, onChange }: { config: Config; onChange: (config: Config) => void }) {
  const { policy } = config
  const [before, setBefore] = useState<Transactions>(little)
  const save = (changed: Partial<Policy>) =>
    onChange({ ...config, policy: { ...policy, ...changed } })
  const keys = useTyped(config.authorization_keys, {
    spelling: wordList,
    onChange: (authorization_keys) => onChange({ ...config, authorization_keys }),
  })
  return (
    <>
      <Field
        label="Authorization keys"
        lines={3}
        {...keys}
        placeholder="MFkwEwYHKoZIzj0CAQ…"
        help="Public halves of up to five P-256 keys that sign the requests of your back end: SPKI in base64, one per line."
      />
      <div className="field">
        <span className="field-label">Signatures for each request</span>
        <Choice
          label="Signatures for each request"
          value={String(config.threshold)}
          options={thresholds}
          onChange={(text) => {
            // One of the options.
            onChange({ ...config, threshold: Number(text) as Config['threshold'] })
          }}
        />
      </div>
      <p className="help">
        Users read these rules and agree to exactly them. A change applies to users who agree after
        it.
      </p>
      <Switch
        label="Sign messages"
        help="A message can be a login or an offer: no limit applies to it."
        checked={policy.messages}
        onChange={(messages) => save({ messages })}
      />
      <Switch
        label="Sign typed data"
        help="It can be a permit to take tokens: no limit applies to it."
        checked={policy.typedData}
        onChange={(typedData) => save({ typedData })}
      />
      <Switch
        label="Send transactions"
        checked={policy.transactions !== null}
        onChange={(isOn) => {
          if (policy.transactions) setBefore(policy.transactions)
          save({ transactions: isOn ? before : null })
        }}
      />
      {policy.transactions && (
        <TransactionRules
          rules={policy.transactions}
          onChange={(transactions) => save({ transactions })}
        />
      )}
    </>
  )
}

function TransactionRules(props: { rules: Transactions; onChange: (rules: Transactions) => void }) {
  const { rules, onChange } = props
  const save = (changed: Partial<Transactions>) => onChange({ ...rules, ...changed })
  const chainIds = useTyped(rules.chainIds, {
    spelling: wordList,
    onChange: (ids) => save({ chainIds: ids }),
  })
  const most = useTyped(rules.mostWeiPerDay, {
    spelling: ether,
    onChange: (mostWeiPerDay) => save({ mostWeiPerDay }),
  })
  const recipients = useTyped(rules.recipients ?? [], {
    spelling: wordList,
    onChange: (list) =>
      save({ recipients: list.length === 0 ? null : list.map((each) => each.toLowerCase()) }),
  })
  return (
    <>
      <Field
        label="Chain ids"
        lines={2}
        {...chainIds}
        placeholder="8453"
        help="Numbers of the networks, one per line."
      />
      <Field
        label="Most in 24 hours"
        {...most}
        placeholder="0.01"
        help="In the network’s coin, with the highest fees. All these networks count together."
      />
      <Field
        label="Recipients"
        lines={3}
        {...recipients}
        placeholder="Anyone"
        help="Addresses that may be sent to, one per line."
      />
    </>
  )
}
