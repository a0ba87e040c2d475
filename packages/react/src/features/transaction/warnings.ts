import { formatAmount, roundUp } from '@sallyport/contract/requests'
import type { RequestCopy } from '../../copy/en-requests.js'
import { addUp, type Draft, type Quote } from './preview.js'

/** A box of advice above the buttons. */
export interface Warning {
  tone: 'plain' | 'warning' | 'danger'
  title?: string
  text: string
  /** Whether it is shown on a screen of its own before the request. */
  comesFirst?: true
}

/** What to mind about a transaction, the gravest first. A request that is only signed is not measured against the network. */
export function warningsOf(
  draft: Draft,
  given: { quote: Quote | null; signsOnly: boolean; copy: RequestCopy['send']; locale: string },
): Warning[] {
  const { quote, copy, locale, signsOnly } = given
  if (draft.hidesAccounts && quote) return [{ tone: 'danger', text: copy.hiddenAccounts }]
  const short = !signsOnly && quote && addUp(draft, quote).short
  if (short) {
    // Six digits, rounded up: what is added must be enough.
    const amount = formatAmount(roundUp(short.units, 6), { decimals: short.decimals, locale })
    const text = copy.short(`${amount} ${short.symbol}`)
    return [{ tone: 'danger', title: copy.shortTitle, text }]
  }
  const warnings: Warning[] = []
  const first = (text: string) => warnings.push({ tone: 'danger', text, comesFirst: true })
  const actions = (draft.calls ?? [draft]).map((each) => each.action)
  if (actions.some(({ kind }) => kind === 'approve-all')) first(copy.approveAllWarning)
  if (actions.some(({ kind }) => kind === 'control')) first(copy.controlWarning)
  for (const field of quote?.unusual ?? []) first(copy.unusual[field])
  if (actions.some((each) => each.kind === 'approve-token' && each.units === 'unlimited')) {
    warnings.push({ tone: 'warning', text: copy.unlimited })
  }
  if (draft.hasForeignInputs) warnings.push({ tone: 'warning', text: copy.foreignInputs })
  if (signsOnly) return warnings
  if (quote?.likelyFails) {
    warnings.push({ tone: 'warning', title: copy.likelyFails, text: copy.likelyFailsHelp })
  }
  if (quote && quote.fee === null) warnings.push({ tone: 'plain', text: copy.notPrepared })
  return warnings
}

/** Whether the user should rather reject. */
export function isRisky(warnings: readonly Warning[]): boolean {
  return warnings.some(({ tone }) => tone !== 'plain')
}
