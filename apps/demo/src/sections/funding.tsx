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

type Asset = 'native-currency' | 'USDC'

/** How much the demo recommends. */
const amounts = {
  ethereum: { 'native-currency': '0.02', USDC: '25' },
  solana: { 'native-currency': '0.5', USDC: '25' },
} as const satisfies Record<LoginChain, Record<Asset, string>>

function FundEther() {
  const { wallets } = useWallets()
  const { fundWallet } = useFundWallet()
  const wallet = wallets.find(({ connectorType }) => connectorType === 'embedded')
  const fund = useAction(async (asset: Asset) => {
    if (!wallet) throw new Error('There is no wallet yet')
    await fundWallet(wallet.address, { amount: amounts.ethereum[asset], asset })
    return 'Closed'
  })
  return <Card name="Ethereum" icon="ethereum" action={fund} />
}

function FundSol() {
  const { wallets } = useSolanaWallets()
  const { fundWallet } = useFundSolanaWallet()
  const wallet = wallets.find(({ connectorType }) => connectorType === 'embedded')
  const fund = useAction(async (asset: Asset) => {
    if (!wallet) throw new Error('There is no wallet yet')
    await fundWallet(wallet.address, { amount: amounts.solana[asset], asset })
    return 'Closed'
  })
  return <Card name="Solana" icon="solana" action={fund} />
}

function Card(props: { name: string; icon: LoginChain; action: Action<[Asset], string> }) {
  const { name, icon, action } = props
  const { busy, run } = action
  return (
    <div className="well" data-testid={`fund-${icon}`}>
      <span className="title">
        <Icon name={icon} />
        {name}
      </span>
      <p>The coins come from the local chain: no real money moves.</p>
      <button type="button" disabled={busy} onClick={() => run('native-currency')}>
        Add funds on {name}
      </button>
      <button type="button" disabled={busy} onClick={() => run('USDC')}>
        Add USDC on {name}
      </button>
      <Result action={action}>{() => <strong>Closed</strong>}</Result>
    </div>
  )
}
