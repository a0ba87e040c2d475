import type { EmbeddedChain } from '@sallyport/contract'
import { useSallyport } from '@sallyport/react'
import { Announcement, useCopied } from '../copyable.js'
import type { DemoConfig } from '../demo-config.js'
import { requestTestFunds } from '../faucet.js'
import { Icon } from '../icon.js'
import { Result } from '../result.js'
import { useAction } from '../use-action.js'
import type { Balance } from './balances.js'

/** The local networks, as the wallet's screens call them. */
const networks: Partial<Record<EmbeddedChain, string>> = {
  ethereum: 'Local Ethereum',
  solana: 'Solana Localnet',
}

/** One wallet: balance, address, copy button and faucet. */
export function WalletCard(props: {
  config: DemoConfig
  chain: EmbeddedChain
  name: string
  symbol: string
  address: string | undefined
  balance: Balance
  create(): Promise<unknown>
}) {
  const { config, chain, name, symbol, address, balance, create } = props
  const { isModalOpen } = useSallyport()
  const { copied, copy } = useCopied(address ?? '')
  const faucet = useAction(async () => {
    if (!address) throw new Error('The wallet is not ready yet')
    await requestTestFunds(config, chain, address)
    balance.refresh()
  })
  const title = (
    <span className="title">
      <Icon name={chain} />
      {name}
      <span className="help">{networks[chain]}</span>
    </span>
  )
  if (!address) {
    return (
      <div className="well" data-testid={`${chain}-wallet`}>
        {title}
        <MissingWallet isModalOpen={isModalOpen} create={create} />
      </div>
    )
  }
  return (
    <div className="well" data-testid={`${chain}-wallet`}>
      {title}
      <span className="amount" data-testid={`${chain}-balance`}>
        {balance.text ?? '…'} <span className="unit">{symbol}</span>
      </span>
      <span className="address mono" dir="ltr" title={address}>
        <span className="start" data-testid={`${chain}-address`}>
          {address}
        </span>
        <span className="end" aria-hidden="true">
          {address.slice(-6)}
        </span>
      </span>
      <div className="row">
        <button type="button" disabled={faucet.busy} onClick={() => faucet.run()}>
          {faucet.busy ? 'Requesting funds' : 'Get test funds'}
        </button>
        <button type="button" className="quiet" onClick={copy}>
          <Icon name={copied ? 'check' : 'copy'} />
          {copied ? 'Copied' : 'Copy address'}
          <span className="spoken"> of {name}</span>
        </button>
      </div>
      <Announcement text={copied ? 'Copied' : ''} />
      <Result action={faucet} />
    </div>
  )
}

/** A wallet that the user doesn't have yet: the open login creates it, or the user does. */
function MissingWallet(props: { isModalOpen: boolean; create(): Promise<unknown> }) {
  const creation = useAction(props.create)
  if (props.isModalOpen || creation.busy) return <p className="help">Creating your wallet</p>
  return (
    <>
      <p className="help">You don’t have this wallet yet</p>
      <div className="row">
        <button type="button" onClick={() => creation.run()}>
          Create wallet
        </button>
      </div>
      <Result action={creation} />
    </>
  )
}
