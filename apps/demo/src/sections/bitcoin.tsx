import {
  type BitcoinChainType,
  type ConnectedBitcoinWallet,
  useBitcoinWallets,
} from '@sallyport/react/bitcoin'
import { useEffect, useId, useState } from 'react'
import { parseUnits } from 'viem'
import { Copyable } from '../copyable.js'
import type { DemoConfig } from '../demo-config.js'
import { Icon } from '../icon.js'
import { Result } from '../result.js'
import { Section } from '../section.js'
import { useAction } from '../use-action.js'
import { useBitcoinBalance } from './balances.js'
import { SendForm } from './send-form.js'
import { WalletCard } from './wallet-card.js'

const names = {
  'bitcoin-segwit': 'Bitcoin SegWit',
  'bitcoin-taproot': 'Bitcoin Taproot',
} as const satisfies Record<BitcoinChainType, string>
/** An address of the local chain that no user of the demo has. */
const example = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

/** Both kinds of Bitcoin wallet: create, balance, test funds, a signed message and a payment. */
export function Bitcoin({ config }: { config: DemoConfig }) {
  const { wallets, createWallet } = useBitcoinWallets()
  const chains: readonly BitcoinChainType[] = ['bitcoin-segwit', 'bitcoin-taproot']
  return (
    <Section id="bitcoin" title="Bitcoin" help="SegWit and Taproot on the local chain">
      {chains.map((chain) => {
        const wallet = wallets.find(({ type }) => type === chain)
        const create = () => createWallet({ chainType: chain })
        return <Wallet key={chain} {...{ config, chain, wallet, create }} />
      })}
    </Section>
  )
}

function Wallet(props: {
  config: DemoConfig
  chain: BitcoinChainType
  wallet: ConnectedBitcoinWallet | undefined
  create(): Promise<unknown>
}) {
  const { config, chain, wallet, create } = props
  const address = useSpelledAddress(wallet)
  const balance = useBitcoinBalance(config, address)
  return (
    <div className="pair">
      <WalletCard
        {...{ config, chain, address, balance, create }}
        name={names[chain]}
        symbol="BTC"
      />
      {wallet && (
        <>
          <SignText chain={chain} wallet={wallet} />
          <SendForm
            testId={`send-${chain}`}
            chain={chain}
            symbol="BTC"
            example={example}
            ready
            send={(to, amount) => wallet.send({ to, sats: parseUnits(amount, 8) })}
          />
        </>
      )}
    </div>
  )
}

/** The wallet's address as the local chain spells it. */
function useSpelledAddress(wallet: ConnectedBitcoinWallet | undefined): string | undefined {
  const [spelled, setSpelled] = useState<string>()
  const address = wallet?.address
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wallet is a new object at each change of the user
  useEffect(() => {
    if (wallet) void wallet.readAddress().then(setSpelled)
  }, [address])
  return spelled
}

function SignText({ chain, wallet }: { chain: BitcoinChainType; wallet: ConnectedBitcoinWallet }) {
  const [message, setMessage] = useState('Hello from Sallyport')
  const field = useId()
  const sign = useAction(() => wallet.signMessage(message))
  return (
    <form
      className="well"
      data-testid={`sign-${chain}`}
      onSubmit={(event) => {
        event.preventDefault()
        sign.run()
      }}
    >
      <label htmlFor={field} className="title">
        <Icon name={chain} />
        Message (BIP-322)
      </label>
      <input id={field} value={message} onChange={(event) => setMessage(event.target.value)} />
      <button type="submit" disabled={sign.busy}>
        Sign message
      </button>
      <Result action={sign}>
        {(signature) => (
          <>
            <strong>Signed</strong>
            <Copyable text={signature} name="the signature" testId="signature" />
          </>
        )}
      </Result>
    </form>
  )
}
