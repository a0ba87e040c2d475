import { funding as fundingCalls } from '@sallyport/core'
import { useRef, useState } from 'react'
import type { FundingNetwork, FundingOrder, FundingSource } from '../../flow/funding-data.js'
import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { BridgeOffer } from './bridge-offer.js'
import { BridgeProgress, type ReportSent } from './bridge-progress.js'
import { forgetOrder, keepOrder } from './order-store.js'
import type { BridgeQuote, BridgeStep } from './relay.js'
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
  /** How many transactions of the quote are done: the wallet is not asked for them again. */
  const sent = useRef(0)
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
        onOther={() => {
          // Nothing can have been paid yet: the wallet was not asked.
          forgetOrder(client, order)
          end('again', { funding })
        }}
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

  /** Asks the wallet for each transaction that it has not sent yet, one after the other. @throws as `sendCall`. */
  async function pay(
    { source }: FundingOrder,
    { steps }: BridgeQuote,
    report: ReportSent,
  ): Promise<void> {
    if (source === null) return
    for (const step of steps.slice(sent.current)) {
      const hash = await send(source, step)
      const now = sent.current + 1
      report({ hash, sent: now, all: steps.length })
      // The next one relies on this one, such as on the approval of a token.
      if (step.type === 'ethereum' && now < steps.length) await confirmed(step.chainId, hash)
      sent.current = now
    }
  }

  async function send(source: FundingSource, step: BridgeStep): Promise<string> {
    if (step.type === 'ethereum') return sendCall(client, source, step)
    if (from.type !== 'solana') throw new Error('The bridge names another network')
    const { cluster } = from
    const transaction = await fundingCalls.buildTransaction(client, {
      from: source.address,
      instructions: step.instructions,
      cluster,
    })
    return sendSolana(client, source, { transaction, cluster })
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
