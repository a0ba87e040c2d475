import { networkOf } from '@sallyport/contract/requests'
import type { FilledTransaction } from '@sallyport/protocols/signer'
import type { Facts, Seen, Unread } from '../../policy/facts.js'
import type { Asked } from '../../prepare/prepare.js'
import { invalid } from '../../refusals.js'

const ether = 10n ** 18n
/** Fees that the API chooses cost so much at most: in wei where a coin is worth as much as ether, and where it is not. */
const mostWei = ether / 10n
const mostOfOthers = 10n * ether
/** 0.05 SOL. */
const mostLamports = 50_000_000n
/** 0.002 BTC. */
const mostSats = 200_000n
const dear: ReadonlySet<string> = new Set(['ETH', 'BNB'])

/** Where a fee is in the facts of a request, and the most that it may be. */
interface Bound {
  source: 'ethereum_transaction' | 'solana_transaction' | 'bitcoin_transaction'
  field: 'max_fee' | 'fee'
  most: bigint
  /** In words. */
  text: string
}

/**
 * Refuses a fee that the request does not name and that is far above what fees are: of transfers, whose transaction the API makes, and of sends
 * whose gas or prices it fills in. A request that names its numbers itself may pay more.
 *
 * @throws CallRefused `invalid_request`
 */
export function requireUsualFee(
  facts: Facts | Unread,
  { asked, filled, isTransfer }: Chosen,
): void {
  if ('unread' in facts || !(isTransfer || isFilled(asked, filled))) return
  const bound = boundOf(facts)
  if (bound === null) return
  const fee = facts.shared[bound.source]?.[bound.field]
  if (typeof fee !== 'object' || typeof fee.known !== 'bigint' || fee.known <= bound.most) return
  throw invalid(
    `The fee can be more than ${bound.text}, and the request does not name it: name gas and prices in the request, or try again when fees are lower`,
  )
}

/** A request, and what the API has chosen for it. */
interface Chosen {
  asked: Asked
  filled: readonly FilledTransaction[]
  /** The API has made the whole transaction. */
  isTransfer: boolean
}

/** Whether gas or prices of an Ethereum transaction are the API's. */
function isFilled(asked: Asked, filled: readonly FilledTransaction[]): boolean {
  if (asked.method === 'wallet_sendCalls') return filled.length > 0
  if (asked.method !== 'eth_sendTransaction' && asked.method !== 'eth_signTransaction') return false
  const { gas_limit: gas, gas_price: price, max_fee_per_gas: most } = asked.params.transaction
  return gas === undefined || (price === undefined && most === undefined)
}

function boundOf({ chain, shared }: Facts): Bound | null {
  switch (chain) {
    case 'ethereum': {
      const symbol = coinOf(shared.ethereum_transaction?.chain_id ?? shared.system?.chain_id)
      const isDear = dear.has(symbol)
      const text = `${isDear ? '0.1' : '10'} ${symbol}`
      const most = isDear ? mostWei : mostOfOthers
      return { source: 'ethereum_transaction', field: 'max_fee', most, text }
    }
    case 'solana':
      return {
        ...{ source: 'solana_transaction', field: 'max_fee' },
        ...{ most: mostLamports, text: '0.05 SOL' },
      }
    case 'bitcoin':
      return {
        ...{ source: 'bitcoin_transaction', field: 'fee' },
        ...{ most: mostSats, text: '0.002 BTC' },
      }
  }
}

/** A network that is not known counts as one of ether. */
function coinOf(chainId: Seen | undefined): string {
  const isKnown = typeof chainId === 'object' && typeof chainId.known === 'bigint'
  return (isKnown ? networkOf(chainId.known as bigint)?.symbol : undefined) ?? 'ETH'
}
