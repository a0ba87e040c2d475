import { funding as fundingCalls } from '@sallyport/core'
import { useState } from 'react'
import type { FundingNetwork, FundingOrder } from '../../flow/funding-data.js'
import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { BridgeOffer } from './bridge-offer.js'
import { BridgeProgress } from './bridge-progress.js'
import { keepOrder } from './order-store.js'
import type { BridgeQuote } from './relay.js'
import { readReceipt, sendCall, sendSolana } from './send-from-wallet.js'
import { payingNetwork } from './sources.js'

type Props =
  | ScreenProps<'FUNDING_AWAITING_EVM_TO_SOL_BRIDGING_SCREEN'>
  | ScreenProps<'FUNDING_AWAITING_SOL_TO_EVM_BRIDGING_SCREEN'>

/** Coins of one kind of network paid in those of the other: the price, which the user accepts, then the way. */
export function FundingBridging({ data, end }: Props) {
  const { client } = useModal().kit
  const [order, setOrder] = useState(data.order)
  const [quote, setQuote] = useState<BridgeQuote | null>(null)
  const { funding, source } = order
  const [from, setFrom] = useState<FundingNetwork>(
    () => order.from ?? payingNetwork(client, funding, source?.type ?? funding.network.type),
  )
  if (order.reference === null)
    return (
      <BridgeOffer
        order={order}
        from={from}
        onFrom={setFrom}
        onAccept={(accepted) => {
          // Kept before the wallet is asked: whatever is paid is then found again by its id.
          const begun = { ...order, reference: accepted.requestId, from }
          keepOrder(client, begun)
          setQuote(accepted)
          setOrder(begun)
        }}
        onOther={() => end('again', { funding })}
      />
    )
  return (
    <BridgeProgress
      order={order}
      from={from}
      pay={quote === null ? null : (report) => pay(order, quote, report)}
      end={end}
    />
  )

  /** Asks the wallet for each transaction, one after the other. @throws as `sendCall`. */
  async function pay(
    { source }: FundingOrder,
    { steps }: BridgeQuote,
    report: (step: number, hash: string | null) => void,
  ): Promise<void> {
    if (source === null) return
    for (const [index, step] of steps.entries()) {
      report(index + 1, null)
      if (step.type === 'ethereum') {
        const hash = await sendCall(client, source, step)
        report(index + 1, hash)
        // The next one relies on this one, such as on the approval of a token.
        if (index + 1 < steps.length) await confirmed(step.chainId, hash)
      } else {
        if (from.type !== 'solana') return
        const { cluster } = from
        const transaction = await fundingCalls.buildTransaction(client, {
          from: source.address,
          instructions: step.instructions,
          cluster,
        })
        report(index + 1, await sendSolana(client, source, { transaction, cluster }))
      }
    }
  }

  async function confirmed(chainId: number, hash: string): Promise<void> {
    for (;;) {
      const state = await readReceipt(client, chainId, hash).catch(() => 'pending' as const)
      if (state === 'done') return
      if (state === 'failed') throw new Error('The network refused a transaction of the bridge')
      await client.environment.clock.wait(2000)
    }
  }
}
