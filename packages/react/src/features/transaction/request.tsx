import type { ApprovalChoice } from '@sallyport/core'
import { useEffect, useState } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { useApproval } from '../../modal/use-approval.js'
import { usePrice } from '../../modal/use-price.js'
import { useRequestCopy } from '../../modal/use-request-copy.js'
import { FirstWarning } from '../../ui/first-warning.js'
import { Requester } from '../../ui/requester.js'
import { isolateBidi, Screen, StillWorking } from '../../ui/screen.js'
import { ContractInfo } from './contract-info.js'
import { Decision } from './decision.js'
import { Limit } from './limit.js'
import { Money } from './money.js'
import { More } from './more.js'
import { assetOf, type Draft, type Quote } from './preview.js'
import { Receipt } from './receipt.js'
import { Rows } from './rows.js'
import { Steps } from './steps.js'
import { useQuote } from './use-quote.js'
import { isRisky, warningsOf } from './warnings.js'
import { wordsOf } from './words.js'

type Props = Pick<ScreenProps<'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN'>, 'data' | 'end'> & {
  draft: Draft
  /** Asks the network for the rest; called once, and again after funds were added. */
  quote: () => Promise<Quote>
  /** Where a transaction can be looked at; null when the network has no explorer. */
  explorer: (hash: string) => string | null
  signsOnly: boolean
  /** Changes how much of a token is approved; absent where nothing is. */
  setLimit?: (units: bigint) => void
  choice?: ApprovalChoice
}

/** The screen of a transaction on any chain: who asks, what it does and costs, Approve or Reject, and what became of it. */
export function TransactionRequest(props: Props) {
  const { data, end, explorer, signsOnly, choice = {} } = props
  const copy = useRequestCopy()
  const { locale } = useModal()
  const { ui } = data.job
  const { quote, reload } = useQuote(props.quote)
  const draft = quote?.draft ?? props.draft
  const price = usePrice(assetOf(draft, quote))
  // The warnings that the user went on after: one that comes later is asked about too.
  const [accepted, setAccepted] = useState<readonly string[]>([])
  const warnings = warningsOf(draft, { quote, signsOnly, copy: copy.send, locale })
  const first = warnings.filter(({ comesFirst }) => comesFirst)
  const open = first.filter(({ text }) => !accepted.includes(text))
  const warned = first.length > 0 && open.length === 0
  const approval = useApproval(
    data.job,
    { finished: () => end('finished', {}), rejected: () => end('rejected', {}) },
    { ...choice, ...shownOf(quote, { signsOnly, warned }) },
  )
  const words = wordsOf(draft, { token: quote?.token ?? null, copy, locale })
  const { progress, task } = approval
  const { problem } = task
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once for each problem; the costs may have changed
  useEffect(() => {
    if (problem) reload()
  }, [problem])
  if (progress.at !== 'idle' && progress.at !== 'signing') {
    return <Receipt {...{ progress, words, ui, explorer, finish: approval.finish }} />
  }
  const { transactionInfo: info } = ui
  const title =
    isolateBidi(info?.title ?? ui.title) ?? (signsOnly ? copy.send.signTitle : words.title)
  if (open.length > 0) {
    return (
      <FirstWarning
        title={words.title}
        advice={open}
        onReject={() => end('rejected', {})}
        onContinue={() => setAccepted(first.map(({ text }) => text))}
      />
    )
  }
  // Once it was tried, what was signed may be under way: its limit stays as it is.
  const setLimit = task.busy || task.problem ? undefined : props.setLimit
  return (
    <Screen title={title} help={isolateBidi(ui.description ?? info?.action)} image={<Requester />}>
      <Money words={words} price={price} draft={draft} quote={quote} />
      {setLimit && quote?.token && <Limit token={quote.token} setLimit={setLimit} />}
      {info?.contractInfo && <ContractInfo info={info.contractInfo} />}
      <Steps draft={draft} quote={quote} />
      <Rows {...{ draft, quote, words, signsOnly }} />
      <More draft={draft} />
      <StillWorking
        task={task}
        way={approval.wayOut && { label: copy.shell.cancel, onPress: approval.wayOut }}
      />
      <Decision
        {...{ approval, quote, draft, signsOnly, ui, warnings, reload }}
        isRisky={isRisky(warnings)}
      />
    </Screen>
  )
}

/** What the user saw before they approved: nothing that is much worse may be signed. */
function shownOf(
  quote: Quote | null,
  { signsOnly, warned }: { signsOnly: boolean; warned: boolean },
): ApprovalChoice {
  const fee = quote?.fee ?? 0n
  return {
    ...(!signsOnly && quote?.likelyFails ? { sendsAnyway: true } : {}),
    ...(fee > 0n ? { shownMaxFeeWei: fee } : {}),
    ...(warned && quote?.unusual?.length ? { acceptsUnusual: true } : {}),
  }
}
