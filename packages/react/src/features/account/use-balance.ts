import { formatAmount } from '@sallyport/contract/requests'
import type { WalletAccount } from '@sallyport/core'
import { useEffect, useState } from 'react'
import { useModal } from '../../modal/modal-context.js'
import { networkOf, type WalletNetwork } from './network.js'

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
const unread: Read = { network: null, units: null, failed: false }

/** The balance of a wallet in its network's coin, read once. */
export function useBalance(wallet: Pick<WalletAccount, 'address' | 'chainType'>): Balance {
  const { kit, locale } = useModal()
  const { address, chainType } = wallet
  const [read, setRead] = useState(unread)
  useEffect(() => {
    let isCurrent = true
    const show = (next: Read) => isCurrent && setRead(next)
    const load = async () => {
      const network = await networkOf(kit.client, { address, chainType })
      show({ network, units: null, failed: false })
      if (network !== null) show({ network, units: await network.readBalance(), failed: false })
    }
    load().catch(() => isCurrent && setRead((before) => ({ ...before, failed: true })))
    return () => {
      isCurrent = false
    }
  }, [kit, address, chainType])
  const { network, units } = read
  if (network === null || units === null) return { ...read, text: null }
  const { decimals, symbol } = network
  return { ...read, text: `${formatAmount(units, { decimals, locale, places: 6 })} ${symbol}` }
}
