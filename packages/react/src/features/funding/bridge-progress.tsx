import { useEffect, useRef, useState } from 'react'
import type { FundingNetwork, FundingOrder } from '../../flow/funding-data.js'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useFundingCopy } from '../../modal/use-funding-copy.js'
import { useTask } from '../../modal/use-task.js'
import { Button } from '../../ui/button.js'
import { factsOf } from './networks.js'
import { forgetOrder, setAside } from './order-store.js'
import { ExplorerLink, Outcome, type Standing, TransactionFact } from './outcome.js'
import { type BridgeState, readBridge } from './relay.js'
import { useOpenOrder } from './use-open-order.js'
import { usePolling } from './use-polling.js'

/** Where the money is. */
type Phase = 'asking' | 'refused' | BridgeState['at']

const over: readonly Phase[] = ['success', 'refunded', 'failure']

/** Takes the hash of a transaction that the wallet has sent, and how many of all it has sent. */
export type ReportSent = (now: Sent) => void
interface Sent {
  hash: string
  sent: number
  all: number
}

/** The way of a payment through the bridge, with the transactions of both networks. */
export function BridgeProgress(props: {
  order: FundingOrder
  from: FundingNetwork
  /** Asks the wallet; null where that was done before this page was loaded. */
  pay: ((report: ReportSent) => Promise<void>) | null
  end: ScreenProps<'FUNDING_AWAITING_EVM_TO_SOL_BRIDGING_SCREEN'>['end']
}) {
  const { order, from, pay, end } = props
  const modal = useModal()
  const { client } = modal.kit
  const copy = useFundingCopy()
  const paying = usePaying(pay)
  const bridge = usePolling(() => readBridge(client, order.reference ?? ''), {
    everyMs: 2000,
    isLast: ({ at }) => over.includes(at),
  })
  const state = bridge.value
  const phase = phaseOf(paying, state)
  useOpenOrder(order, over.includes(phase))
  const standing = useStanding(phase, order, pay === null)
  const { problem } = paying.task
  const { last } = paying
  const isDeclined = problem?.code === 'user_rejected'
  const isWhole = last !== null && last.sent === last.all
  const paid = state?.paid ?? (isWhole ? last.hash : null)
  const received = state?.received ?? null
  const partly =
    last && !isWhole && phase === 'refused' ? copy.funding.partlySent(last.sent, last.all) : null
  const canLeave =
    phase === 'refunded' ||
    phase === 'failure' ||
    (paid === null && (phase === 'refused' || (phase === 'waiting' && pay === null)))
  const finish = () => end('finished', {})
  const leave = () => {
    // What was not declined as a whole may still be on its way.
    if (over.includes(phase) || (isDeclined && last === null)) forgetOrder(client, order)
    else setAside(client, order)
    end('again', { funding: order.funding })
  }
  return (
    <Outcome
      order={order}
      standing={
        phase === 'refused' && problem && !isDeclined
          ? {
              ...standing,
              title: copy.funding.failedTitle,
              help: explain(problem, { ...modal, copy }),
            }
          : { ...standing, ...(partly !== null && { help: partly }) }
      }
      facts={
        <>
          {!isWhole && last && (
            <TransactionFact label={copy.funding.transaction} hash={last.hash} />
          )}
          <TransactionFact label={copy.funding.payment} hash={paid} />
          <TransactionFact label={copy.funding.payout} hash={received} />
        </>
      }
    >
      {partly !== null && !isDeclined && <p className="note centre">{partly}</p>}
      {bridge.failed && <p className="note centre">{copy.funding.notAsked}</p>}
      <ExplorerLink
        href={paid === null ? null : factsOf(client, from).explorerOf(paid)}
        label={copy.funding.payment}
      />
      <ExplorerLink
        href={
          received === null ? null : factsOf(client, order.funding.network).explorerOf(received)
        }
        label={copy.funding.payout}
      />
      {phase === 'refused' && !isWhole && (
        <Button onPress={paying.task.start} busy={paying.task.busy}>
          {copy.funding.retry}
        </Button>
      )}
      {phase === 'success' && <Button onPress={finish}>{copy.funding.done}</Button>}
      {canLeave && (
        <Button kind={over.includes(phase) ? 'primary' : 'secondary'} onPress={leave}>
          {copy.funding.otherWay}
        </Button>
      )}
      {phase !== 'success' && !(canLeave && phase !== 'waiting') && (
        <Button kind="secondary" onPress={finish}>
          {copy.shell.close}
        </Button>
      )}
    </Outcome>
  )
}

/** Asks the wallet once when the screen is first shown. */
function usePaying(pay: Parameters<typeof BridgeProgress>[0]['pay']) {
  const [last, setLast] = useState<Sent | null>(null)
  const task = useTask(async () => {
    await pay?.(setLast)
  })
  const started = useRef(false)
  useEffect(() => {
    if (pay === null || started.current) return
    started.current = true
    task.start()
  })
  return { task, last }
}

function phaseOf({ task, last }: ReturnType<typeof usePaying>, state: BridgeState | null): Phase {
  const at = state?.at ?? 'waiting'
  if (at !== 'waiting') return at
  if (task.problem !== null) return 'refused'
  if (task.busy && (last === null || last.sent < last.all)) return 'asking'
  return 'waiting'
}

function useStanding(
  phase: Phase,
  { funding, source }: FundingOrder,
  isResumed: boolean,
): Standing {
  const { funding: copy } = useFundingCopy()
  const wallet = source?.name ?? ''
  const moving: Standing = {
    title: copy.bridgingTitle,
    help: copy.bridgingHelp,
    icon: 'clock',
    tone: 'plain',
    busy: true,
  }
  const all: Record<Phase, Standing> = {
    asking: {
      title: copy.approveTitle(wallet),
      help: copy.approveHelp,
      icon: 'wallet',
      tone: 'plain',
      busy: true,
    },
    waiting: isResumed
      ? {
          title: copy.unknownTitle,
          help: copy.unknownHelp(wallet),
          icon: 'alert',
          tone: 'warning',
          busy: true,
        }
      : moving,
    processing: moving,
    delayed: { ...moving, title: copy.delayedTitle, help: copy.delayedHelp, tone: 'warning' },
    success: {
      title: copy.arrivedTitle,
      help: copy.arrivedHelp(`${funding.amount} ${funding.asset.symbol}`),
      icon: 'check',
      tone: 'success',
      busy: false,
    },
    refunded: {
      title: copy.refundedTitle,
      help: copy.refundedHelp(wallet),
      icon: 'alert',
      tone: 'warning',
      busy: false,
    },
    failure: {
      title: copy.failedTitle,
      help: copy.failedHelp,
      icon: 'triangle',
      tone: 'danger',
      busy: false,
    },
    refused: {
      title: copy.rejectedTitle,
      help: copy.rejectedHelp,
      icon: 'triangle',
      tone: 'danger',
      busy: false,
    },
  }
  return all[phase]
}
