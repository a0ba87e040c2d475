import { present } from '@sallyport/contract/requests'
import type { ApprovalChoice } from '@sallyport/core'
import { useEffect } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { useApproval } from '../../modal/use-approval.js'
import { useKnownAddresses } from '../../modal/use-known-addresses.js'
import { usePrice } from '../../modal/use-price.js'
import { useRequestCopy } from '../../modal/use-request-copy.js'
import { Presented } from '../../ui/presented.js'
import { Requester } from '../../ui/requester.js'
import { isolateBidi, Screen, StillWorking } from '../../ui/screen.js'
import { ContractInfo } from './contract-info.js'
import { Decision } from './decision.js'
import { Limit } from './limit.js'
import { Money } from './money.js'
import { assetOf, type Draft, type Quote } from './preview.js'
import { Receipt } from './receipt.js'
import { MoneyRows } from './rows.js'
import { useQuote, useWaited } from './use-quote.js'
import { warningsOf } from './warnings.js'

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
  const { locale, settings } = useModal()
  const { ui } = data.job
  const { quote, reload } = useQuote(props.quote)
  const waited = useWaited()
  const draft = quote?.draft ?? props.draft
  const price = usePrice(assetOf(draft, quote))
  const known = useKnownAddresses()
  const given = { words: copy.sign, locale, host: settings.pageHost, own: known.own }
  const shown = present(subjectOf(draft, quote), {
    ...{ ...given, sentTo: known.sentTo, wallet: draft.from, network: draft.network },
    ...{ claims: claimsOf(draft, quote), unusual: quote?.unusual ?? [] },
    isSimulated: quote ? quote.simulation !== null && quote.simulation !== undefined : !waited,
  })
  const warnings = warningsOf(draft, {
    ...{ cautions: shown.cautions, quote, signsOnly, copy, locale },
  })
  const approval = useApproval(
    data.job,
    { finished: () => end('finished', {}), rejected: () => end('rejected', {}) },
    { ...choice, ...shownOf(quote, signsOnly) },
  )
  const { progress, task } = approval
  const { problem } = task
  const isSent = progress.at !== 'idle' && progress.at !== 'signing'
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once for each problem; the costs may have changed
  useEffect(() => {
    if (problem) reload()
  }, [problem])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it was sent
  useEffect(() => {
    if (isSent) known.remember(recipientsOf(shown))
  }, [isSent])
  if (isSent) return <Receipt {...{ progress, shown, ui, explorer, finish: approval.finish }} />
  const { transactionInfo: info } = ui
  const isStopped = warnings.some(({ isStop }) => isStop)
  const own = isStopped ? {} : { title: info?.title ?? ui.title }
  const title =
    isolateBidi(own.title) ?? (signsOnly && !isStopped ? copy.send.signTitle : shown.title)
  // Once it was tried, what was signed may be under way: its limit stays as it is.
  const setLimit = task.busy || task.problem ? undefined : props.setLimit
  return (
    <Screen title={title} help={isolateBidi(ui.description ?? info?.action)} image={<Requester />}>
      <Money amount={shown.amount} price={price} draft={draft} quote={quote} />
      {setLimit && quote?.token && <Limit token={quote.token} setLimit={setLimit} />}
      {info?.contractInfo && <ContractInfo info={info.contractInfo} />}
      <Presented parts={shown.parts} more={<MoneyRows {...{ draft, quote, signsOnly }} />} />
      <StillWorking
        task={task}
        way={approval.wayOut && { label: copy.shell.cancel, onPress: approval.wayOut }}
      />
      <Decision {...{ approval, quote, draft, signsOnly, ui, warnings, waited, reload }} />
    </Screen>
  )
}

/** What the user saw before they approved: nothing that is much worse may be signed. What is unusual they have agreed to. */
function shownOf(quote: Quote | null, signsOnly: boolean): ApprovalChoice {
  const fee = quote?.fee ?? 0n
  return {
    ...(!signsOnly && quote?.likelyFails ? { sendsAnyway: true } : {}),
    ...(fee > 0n ? { shownMaxFeeWei: fee } : {}),
    ...(quote?.unusual?.length ? { acceptsUnusual: true } : {}),
  }
}

/** What is shown, with what the network fills in. */
function subjectOf({ subject }: Draft, quote: Quote | null): Draft['subject'] {
  if (subject.kind !== 'ethereum-transaction') return subject
  const { nonce = subject.nonce, gasLimit = subject.gasLimit } = quote ?? {}
  return { ...subject, nonce, gasLimit }
}

/** Tokens as their contracts describe them. */
function claimsOf({ action, solana }: Draft, quote: Quote | null) {
  // Mints do not say what they are called.
  if (solana) return {}
  const { token, tokens = {} } = quote ?? {}
  return token && 'token' in action ? { ...tokens, [action.token]: token } : tokens
}

/** Every address that value went to. */
function recipientsOf({ parts }: ReturnType<typeof present>): string[] {
  const rows = parts.flatMap((part) =>
    part.kind === 'rows'
      ? part.rows
      : part.kind === 'steps'
        ? part.steps.flatMap((it) => it.rows)
        : [],
  )
  return rows.flatMap(({ isRecipient, value }) => (isRecipient ? [value] : []))
}
