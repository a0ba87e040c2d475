import { useCreateWallet, useSolanaWallets, useWallets } from '@sallyport/react'
import type { DemoConfig } from '../demo-config.js'
import { Section } from '../section.js'
import { useEtherBalance, useSolBalance } from './balances.js'
import { WalletCard } from './wallet-card.js'

/** The user's wallets with balance, address and faucet. */
export function Wallets({ config }: { config: DemoConfig }) {
  const [ethereum] = useWallets().wallets
  const { createWallet: createEthereum } = useCreateWallet()
  const {
    wallets: [solana],
    createWallet: createSolana,
  } = useSolanaWallets()
  const ether = useEtherBalance(config, ethereum?.address)
  const sol = useSolBalance(config, solana?.address)
  return (
    <Section id="wallets" title="Wallets" help="Ethereum and Solana">
      <div className="pair">
        <WalletCard
          config={config}
          chain="ethereum"
          name="Ethereum"
          symbol="ETH"
          address={ethereum?.address}
          balance={ether}
          create={createEthereum}
        />
        <WalletCard
          config={config}
          chain="solana"
          name="Solana"
          symbol="SOL"
          address={solana?.address}
          balance={sol}
          create={createSolana}
        />
      </div>
    </Section>
  )
}
