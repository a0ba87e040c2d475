import { useEffect, useState } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { type Approval, useApproval } from '../../modal/use-approval.js'
import { Answers } from '../../ui/answers.js'
import { Button } from '../../ui/button.js'
import { Address } from '../../ui/copy-button.js'
import { Bone, Disclosure, Fact, Facts, Notice } from '../../ui/parts.js'
import { Screen, StillWorking, theirs } from '../../ui/screen.js'
import { Money } from './money.js'
import { addUp, type Draft, type Quote, type Sums } from './preview.js'
import { Receipt } from './receipt.js'
import { inLine, type Words, wordsOf } from './words.js'

type Props = Pick<ScreenProps<'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN'>, 'data' | 'end'> & {
  draft: Draft
  /** Asks the network for the rest; called once. */
  quote: () => Promise<Quote>
  /** Where a transaction can be looked at; null when the network has no explorer. */
  explorer: (hash: string) => string | null
  signsOnly: boolean
}

/** The screen of a transaction on any chain: what it does, what it costs, Approve or Reject, and what became of it. */
export function TransactionRequest(props: Props) {
  const { data, end, draft, explorer, signsOnly } = props
  const { copy, locale } = useModal()
  const { ui } = data.job
  const quote = useQuote(props.quote)
  const approval = useApproval(data.job, {
    finished: () => end('finished', {}),
    rejected: () => end('rejected', {}),
  })
  const words = wordsOf(draft, { token: quote?.token ?? null, copy, locale })
  const { progress } = approval
  if (progress.at !== 'idle' && progress.at !== 'signing') {
    return <Receipt {...{ progress, words, ui, explorer, finish: approval.finish }} />
  }
  const title =
    theirs(ui.transactionInfo?.title ?? ui.title) ?? (signsOnly ? copy.send.signTitle : words.title)
  return (
    <Screen title={title} help={theirs(ui.description ?? ui.transactionInfo?.action)}>
      <Money words={words} />
      <Rows {...{ draft, quote, words, signsOnly }} />
      <Warnings draft={draft} quote={quote} signsOnly={signsOnly} />
      <More draft={draft} />
      <StillWorking
        task={approval.task}
        way={approval.wayOut && { label: copy.shell.cancel, onPress: approval.wayOut }}
      />
      <Decision approval={approval} quote={quote} draft={draft} signsOnly={signsOnly} ui={ui} />
    </Screen>
  )
}

function useQuote(load: () => Promise<Quote>): Quote | null {
  const [quote, setQuote] = useState<Quote | null>(null)
  const [start] = useState(() => load)
  useEffect(() => {
    let current = true
    void start().then((found) => current && setQuote(found))
    return () => {
      current = false
    }
  }, [start])
  return quote
}

function Rows(props: { draft: Draft; quote: Quote | null; words: Words; signsOnly: boolean }) {
  const { draft, quote, words, signsOnly } = props
  const { locale } = useModal()
  const copy = useModal().copy.send
  const sums: Sums | null = quote && addUp(draft, quote)
  const money = (amount: Sums['total'] | undefined) =>
    amount ? <bdi>{inLine(amount, locale)}</bdi> : quote ? copy.unknown : <Bone width={88} />
  const fee = quote && quote.fee !== null ? { ...draft.spent, units: quote.fee } : null
  return (
    <Facts>
      {words.party && (
        <Fact label={words.party.label}>
          <Address address={words.party.address} />
        </Fact>
      )}
      <Fact label={copy.network}>{draft.network}</Fact>
      <Fact label={copy.fee} note={fee ? copy.feeEstimate : undefined}>
        {money(fee)}
      </Fact>
      <Fact label={copy.total} kind="total">
        {money(sums?.total)}
      </Fact>
      <Fact label={copy.balance} {...(sums?.short && !signsOnly ? { kind: 'short' } : {})}>
        {money(sums?.balance)}
      </Fact>
    </Facts>
  )
}

function Warnings(props: { draft: Draft; quote: Quote | null; signsOnly: boolean }) {
  const { draft, signsOnly } = props
  // Who only signs sends nothing now: what the network would say today does not matter.
  const quote = signsOnly ? null : props.quote
  const { locale } = useModal()
  const copy = useModal().copy.send
  const { action } = draft
  const short = quote && addUp(draft, quote).short
  if (short) {
    return (
      <Notice tone="danger" title={copy.shortTitle}>
        {copy.short(inLine(short, locale, 18))}
      </Notice>
    )
  }
  if (quote?.likelyFails) {
    return (
      <Notice tone="warning" title={copy.likelyFails}>
        {copy.likelyFailsHelp}
      </Notice>
    )
  }
  if (action.kind === 'approve-token' && action.units === 'unlimited') {
    return <Notice tone="warning">{copy.unlimited}</Notice>
  }
  if (quote && quote.fee === null) return <Notice tone="plain">{copy.notPrepared}</Notice>
  return null
}

function More({ draft }: { draft: Draft }) {
  const copy = useModal().copy.send
  return (
    <Disclosure label={copy.details}>
      <dl className="well" tabIndex={0}>
        <div className="leaf">
          <dt>{copy.from}</dt>
          <dd className="mono">{draft.from}</dd>
        </div>
        {draft.details.map((detail) => (
          <div className="leaf" key={detail.label}>
            <dt>{copy[detail.label]}</dt>
            <dd className="mono">{detail.value}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  )
}

function Decision(props: {
  approval: Approval
  quote: Quote | null
  draft: Draft
  signsOnly: boolean
  ui: Props['data']['job']['ui']
}) {
  const { approval, quote, draft, signsOnly, ui } = props
  const modal = useModal()
  const copy = modal.copy.send
  const isPayable = quote !== null && addUp(draft, quote).short === null
  const { task } = approval
  return (
    <>
      {task.problem && (
        <Notice tone="danger">
          {explain(task.problem, modal)} {!signsOnly && copy.notSentHelp}
        </Notice>
      )}
      <Answers approval={approval} reject={copy.reject}>
        <Button
          onPress={task.start}
          disabled={!isPayable && !signsOnly}
          busy={task.busy}
          busyLabel={copy.sending}
        >
          {ui.buttonText ?? (signsOnly ? copy.signOnly : copy.approve)}
        </Button>
      </Answers>
    </>
  )
}
