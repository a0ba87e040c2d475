import { formatAmount } from '@sallyport/contract/requests'
import { useEffect, useState } from 'react'
import type { HeldToken } from '../../chain/token-balances.js'
import type { WalletNetwork } from '../../chain/wallet-networks.js'
import { useModal } from '../../modal/modal-context.js'
import { useAccountCopy } from '../../modal/use-account-copy.js'
import { usePrice, worthOf } from '../../modal/use-price.js'
import { Fact, Facts } from '../../ui/parts.js'

interface Held extends HeldToken {
  network: WalletNetwork
}

/** The tokens of the pinned list that a wallet holds; nothing while it holds none, or none is known. */
export function WalletTokens({ networks }: { networks: readonly WalletNetwork[] }) {
  const { account } = useAccountCopy()
  const held = useHeldTokens(networks)
  if (held.length === 0) return null
  return (
    <div className="group">
      <h3>{account.tokens}</h3>
      <Facts>
        {held.map((each) => (
          <Token
            key={`${each.network.id} ${each.token.address}`}
            held={each}
            isNamed={networks.length > 1}
          />
        ))}
      </Facts>
    </div>
  )
}

function Token({ held: { network, token, units }, isNamed }: { held: Held; isNamed: boolean }) {
  const { locale } = useModal()
  const { symbol, decimals, address } = token
  const price = usePrice({ network: network.id, token: address, symbol })
  const amount = `${formatAmount(units, { decimals, locale, places: 6 })} ${symbol}`
  return (
    <Fact label={isNamed ? `${symbol} · ${network.name}` : symbol}>
      <bdi>{amount}</bdi>
      {price && (
        <small className="worth">
          <bdi>≈ {worthOf(price, { units, decimals, locale })}</bdi>
        </small>
      )}
    </Fact>
  )
}

/** Read once for each network; a network that does not answer shows none. */
function useHeldTokens(networks: readonly WalletNetwork[]): readonly Held[] {
  const [held, setHeld] = useState<readonly Held[]>([])
  const ids = networks.map(({ id, address }) => `${id} ${address}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids are the networks
  useEffect(() => {
    let isCurrent = true
    setHeld([])
    for (const network of networks)
      network.readTokens?.().then(
        (tokens) => {
          if (!isCurrent) return
          setHeld((before) => [...before, ...tokens.map((each) => ({ network, ...each }))])
        },
        () => undefined,
      )
    return () => {
      isCurrent = false
    }
  }, [ids])
  return held
}
