import { useState } from 'react'
import type { DemoConfig } from '../demo-config.js'
import { requestTestMoney } from '../faucet.js'
import { Result } from '../result.js'
import { useAction } from '../use-action.js'
import type { Balance } from './balances.js'

/** One wallet: balance, full address, copy and test money. */
export function WalletCard(props: {
  config: DemoConfig
  chain: 'ethereum' | 'solana'
  name: string
  symbol: string
  address: string | undefined
  balance: Balance
}) {
  const { config, chain, name, symbol, address, balance } = props
  const [copied, setCopied] = useState(false)
  const faucet = useAction(async () => {
    if (!address) throw new Error('The wallet is not ready yet')
    await requestTestMoney(config, chain, address)
    balance.refresh()
  })
  if (!address) {
    return (
      <div className="well">
        <span className="help">{name}</span>
        <p className="help">Your wallet is being made</p>
      </div>
    )
  }
  return (
    <div className="well" data-testid={`${chain}-wallet`}>
      <span className="help">{name}</span>
      <span className="amount" data-testid={`${chain}-balance`}>
        {balance.text ?? '…'} {symbol}
      </span>
      <span className="mono" data-testid={`${chain}-address`} dir="ltr">
        {address}
      </span>
      <div className="row">
        <button type="button" disabled={faucet.busy} onClick={() => faucet.run()}>
          {faucet.busy ? 'Asking the faucet' : 'Get test money'}
        </button>
        <button
          type="button"
          className="quiet"
          onClick={() => navigator.clipboard.writeText(address).then(() => setCopied(true))}
        >
          {copied ? 'Copied' : 'Copy address'}
        </button>
      </div>
      <Result action={faucet} />
    </div>
  )
}
