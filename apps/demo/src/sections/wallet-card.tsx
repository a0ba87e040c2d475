import type { EmbeddedChain } from '@sallyport/contract'
import { useSallyport } from '@sallyport/react'
import { Said, useCopied } from '../copyable.js'
import type { DemoConfig } from '../demo-config.js'
import { requestTestMoney } from '../faucet.js'
import { Icon } from '../icon.js'
import { Result } from '../result.js'
import { useAction } from '../use-action.js'
import type { Balance } from './balances.js'

/** One wallet: balance, full address, copy and test money. */
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
    await requestTestMoney(config, chain, address)
    balance.refresh()
  })
  const title = (
    <span className="title">
      <Icon name={chain} />
      {name}
      <span className="help">Local chain</span>
    </span>
  )
  if (!address) {
    return (
      <div className="well">
        {title}
        <MissingWallet isAsked={isModalOpen} create={create} />
      </div>
    )
  }
  return (
    <div className="well" data-testid={`${chain}-wallet`}>
      {title}
      <span className="amount" data-testid={`${chain}-balance`}>
        {balance.text ?? '…'} <span className="unit">{symbol}</span>
      </span>
      <span className="mono" data-testid={`${chain}-address`} dir="ltr">
        {address}
      </span>
      <div className="row">
        <button type="button" disabled={faucet.busy} onClick={() => faucet.run()}>
          {faucet.busy ? 'Asking the faucet' : 'Get test money'}
        </button>
        <button type="button" className="quiet" onClick={copy}>
          <Icon name={copied ? 'check' : 'copy'} />
          {copied ? 'Copied' : 'Copy address'}
          <span className="spoken"> of {name}</span>
        </button>
      </div>
      <Said text={copied ? 'Copied' : ''} />
      <Result action={faucet} />
    </div>
  )
}

/** A wallet the user does not have: made by the login on screen, or on demand. */
function MissingWallet({ isAsked, create }: { isAsked: boolean; create(): Promise<unknown> }) {
  const making = useAction(create)
  if (isAsked || making.busy) return <p className="help">Your wallet is being made</p>
  return (
    <>
      <p className="help">You do not have this wallet yet</p>
      <div className="row">
        <button type="button" onClick={() => making.run()}>
          Create wallet
        </button>
      </div>
      <Result action={making} />
    </>
  )
}
