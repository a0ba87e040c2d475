import type { DataOf, ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useFundingCopy } from '../../modal/use-funding-copy.js'
import { Button } from '../../ui/button.js'
import { Address } from '../../ui/copy-button.js'
import { Fact } from '../../ui/parts.js'
import { factsOf } from './networks.js'
import { forgetOrder, setAside } from './order-store.js'
import { ExplorerLink, Outcome, type Standing, TransactionFact } from './outcome.js'
import { readSent, type SentState, sendTransfer } from './send-from-wallet.js'
import { useArrival } from './use-arrival.js'
import { useOpenOrder } from './use-open-order.js'
import { usePolling } from './use-polling.js'
import { useSending } from './use-sending.js'

type Props =
  | ScreenProps<'FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_WALLET_SCREEN'>
  | ScreenProps<'FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_SOLANA_WALLET_SCREEN'>

/** Where the transfer is. */
type Phase = 'asking' | 'refused' | 'unknown' | SentState | 'arrived'

const settled: readonly Phase[] = ['done', 'failed', 'arrived', 'refused']

/** A transfer from an external wallet: its approval there, its way through the network, its arrival. */
export function FundingAwaitingTransfer({ data, end }: Props) {
  const { locale, ...modal } = useModal()
  const { client } = modal.kit
  const copy = useFundingCopy()
  const { order, task, retry, isUnknown } = useSending(data.order, (each) =>
    sendTransfer(client, each),
  )
  const { reference, funding } = order
  const sent = usePolling(reference === null ? null : () => readSent(client, order), {
    everyMs: 2000,
    isLast: (state) => state !== 'pending',
  })
  const arrival = useArrival(isUnknown ? order : null)
  const phase = phaseOf({
    refused: task.problem !== null,
    isUnknown,
    hasArrived: arrival.hasArrived,
    sent: reference === null ? null : (sent.value ?? 'pending'),
  })
  useOpenOrder(order, settled.includes(phase))
  const standing = useStanding(phase, order)
  const isDeclined = task.problem?.code === 'user_rejected'
  const help =
    phase === 'refused' && task.problem !== null && !isDeclined
      ? explain(task.problem, { copy, locale })
      : standing.help
  const { explorerOf } = factsOf(client, funding.network)
  const finish = () => end('finished', {})
  return (
    <Outcome
      order={order}
      standing={{
        ...standing,
        help,
        ...(isDeclined && { title: copy.funding.rejectedTitle, help: copy.funding.rejectedHelp }),
      }}
      facts={
        <>
          {order.source && (
            <Fact label={copy.funding.from}>
              <Address address={order.source.address} />
            </Fact>
          )}
          <TransactionFact label={copy.funding.transaction} hash={reference} />
        </>
      }
    >
      {sent.failed && <p className="note centre">{copy.funding.notAsked}</p>}
      <ExplorerLink href={reference === null ? null : explorerOf(reference)} />
      {phase === 'refused' && (
        <Button onPress={retry} busy={task.busy}>
          {copy.funding.retry}
        </Button>
      )}
      {(phase === 'refused' || phase === 'failed' || phase === 'unknown') && (
        <Button
          kind={phase === 'failed' ? 'primary' : 'secondary'}
          onPress={() => {
            // A wallet that gave another error, or none, may have sent all the same.
            if (phase === 'failed' || isDeclined) forgetOrder(client, order)
            else setAside(client, order)
            end('again', { funding })
          }}
        >
          {copy.funding.otherWay}
        </Button>
      )}
      {(phase === 'done' || phase === 'arrived') && (
        <Button onPress={finish}>{copy.funding.done}</Button>
      )}
      {phase === 'pending' && (
        <Button kind="secondary" onPress={finish}>
          {copy.shell.close}
        </Button>
      )}
    </Outcome>
  )
}

function phaseOf(known: {
  refused: boolean
  isUnknown: boolean
  hasArrived: boolean
  sent: SentState | null
}): Phase {
  if (known.sent !== null) return known.sent
  if (known.refused) return 'refused'
  if (!known.isUnknown) return 'asking'
  return known.hasArrived ? 'arrived' : 'unknown'
}

function useStanding(
  phase: Phase,
  { funding, source }: DataOf<'MOONPAY_STATUS_SCREEN'>['order'],
): Standing {
  const { funding: copy } = useFundingCopy()
  const wallet = source?.name ?? ''
  const arrived: Standing = {
    title: copy.arrivedTitle,
    help: copy.arrivedHelp(`${funding.amount} ${funding.asset.symbol}`),
    icon: 'check',
    tone: 'success',
    busy: false,
  }
  const all: Record<Phase, Standing> = {
    asking: {
      title: copy.approveTitle(wallet),
      help: copy.approveHelp,
      icon: 'wallet',
      tone: 'plain',
      busy: true,
    },
    pending: {
      title: copy.sentTitle,
      help: copy.sentHelp,
      icon: 'clock',
      tone: 'plain',
      busy: true,
    },
    unknown: {
      title: copy.unknownTitle,
      help: copy.unknownHelp(wallet),
      icon: 'alert',
      tone: 'warning',
      busy: true,
    },
    refused: {
      title: copy.failedTitle,
      help: copy.failedHelp,
      icon: 'triangle',
      tone: 'danger',
      busy: false,
    },
    failed: {
      title: copy.failedTitle,
      help: copy.failedByNetwork,
      icon: 'triangle',
      tone: 'danger',
      busy: false,
    },
    done: arrived,
    arrived,
  }
  return all[phase]
}
