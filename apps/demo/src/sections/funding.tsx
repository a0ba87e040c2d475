import type { LoginChain } from '@sallyport/contract'
import { useFundWallet, useWallets } from '@sallyport/react'
import { useFundWallet as useFundSolanaWallet, useSolanaWallets } from '@sallyport/react/solana'
import { Icon } from '../icon.js'
import { Result } from '../result.js'
import { Section } from '../section.js'
import { type Action, useAction } from '../use-action.js'

/** Adds money to the user's wallets: by card, from a Coinbase account, from another wallet, or to the address. */
export function Funding() {
  return (
    <Section
      id="funding"
      title="Funding"
      help="By simulated sellers, from another wallet, across chains"
    >
      <div className="pair">
        <FundEther />
        <FundSol />
      </div>
    </Section>
  )
}

function FundEther() {
  const { wallets } = useWallets()
  const { fundWallet } = useFundWallet()
  const wallet = wallets.find(({ connectorType }) => connectorType === 'embedded')
  const fund = useAction(async () => {
    if (!wallet) throw new Error('There is no wallet yet')
    await fundWallet(wallet.address, { amount: '0.02' })
    return 'Closed'
  })
  return <Card name="Ethereum" icon="ethereum" action={fund} />
}

function FundSol() {
  const { wallets } = useSolanaWallets()
  const { fundWallet } = useFundSolanaWallet()
  const wallet = wallets.find(({ connectorType }) => connectorType === 'embedded')
  const fund = useAction(async () => {
    if (!wallet) throw new Error('There is no wallet yet')
    await fundWallet(wallet.address, { amount: '0.5' })
    return 'Closed'
  })
  return <Card name="Solana" icon="solana" action={fund} />
}

function Card(props: { name: string; icon: LoginChain; action: Action<[], string> }) {
  const { name, icon, action } = props
  return (
    <div className="well" data-testid={`fund-${icon}`}>
      <span className="title">
        <Icon name={icon} />
        {name}
      </span>
      <p>The coins come from the local chain: no real money moves.</p>
      <button type="button" disabled={action.busy} onClick={() => action.run()}>
        Add funds on {name}
      </button>
      <Result action={action}>{() => <strong>Closed</strong>}</Result>
    </div>
  )
}
