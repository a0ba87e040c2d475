import { formatAmount } from '@sallyport/contract/requests'
import type { WalletAccount } from '@sallyport/core'
import { useEffect, useState } from 'react'
import { networksOf, type WalletNetwork } from '../chain/wallet-networks.js'
import { useModal } from './modal-context.js'

/** What is known of a wallet's balance; parts are null while they are read, and where they can't be. */
export interface Balance {
  network: WalletNetwork | null
  units: bigint | null
  /** Amount and symbol; null when it is not known. */
  text: string | null
  /** The network could not be asked. */
  failed: boolean
}

type Read = Pick<Balance, 'network' | 'units' | 'failed'>
const unread: readonly Read[] = [{ network: null, units: null, failed: false }]

/** The balances of a wallet in the coins of its networks, each read once for every `reading`; the first is of the network that the sheet sends on. */
export function useBalances(
  wallet: Pick<WalletAccount, 'address' | 'chainType'>,
  reading = 0,
): readonly Balance[] {
  const { kit, locale } = useModal()
  const { address, chainType } = wallet
  const [reads, setReads] = useState(unread)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another reading asks again
  useEffect(() => {
    let isCurrent = true
    const put = (at: number, part: Partial<Read>) =>
      isCurrent &&
      setReads((before) =>
        before.map((each, index) => (index === at ? { ...each, ...part } : each)),
      )
    const load = async () => {
      const networks = await networksOf(kit.client, { address, chainType })
      if (!isCurrent || networks.length === 0) return
      setReads(networks.map((network) => ({ network, units: null, failed: false })))
      for (const [at, network] of networks.entries()) {
        network.readBalance().then(
          (units) => put(at, { units }),
          () => put(at, { failed: true }),
        )
      }
    }
    load().catch(() => put(0, { failed: true }))
    return () => {
      isCurrent = false
    }
  }, [kit, address, chainType, reading])
  return reads.map((read) => ({ ...read, text: textOf(read, locale) }))
}

/** The balance of a wallet on the network that the sheet sends on. */
export function useBalance(wallet: Pick<WalletAccount, 'address' | 'chainType'>): Balance {
  const [first] = useBalances(wallet)
  return first ?? { network: null, units: null, failed: false, text: null }
}

function textOf({ network, units }: Read, locale: string): string | null {
  if (network === null || units === null) return null
  const { decimals, symbol } = network
  return `${formatAmount(units, { decimals, locale, places: 6 })} ${symbol}`
}
