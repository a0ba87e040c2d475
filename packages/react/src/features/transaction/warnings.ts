import { formatAmount, roundUp } from '@sallyport/contract/requests'
import type { RequestCopy } from '../../copy/en-requests.js'
import { addUp, type Draft, type Quote } from './preview.js'

/** A box of advice above the buttons. */
export interface Warning {
  tone: 'plain' | 'warning' | 'danger'
  title?: string
  text: string
}

/** What to mind about a transaction, the gravest first. A request that is only signed is not measured against the network. */
export function warningsOf(
  draft: Draft,
  given: { quote: Quote | null; copy: RequestCopy['send']; locale: string },
): Warning[] {
  const { quote, copy, locale } = given
  const { action } = draft
  const short = quote && addUp(draft, quote).short
  if (short) {
    // Six digits, rounded up: what is added must be enough.
    const amount = formatAmount(roundUp(short.units, 6), { decimals: short.decimals, locale })
    const text = copy.short(`${amount} ${short.symbol}`)
    return [{ tone: 'danger', title: copy.shortTitle, text }]
  }
  const warnings: Warning[] = []
  if (action.kind === 'approve-all') warnings.push({ tone: 'danger', text: copy.approveAllWarning })
  if (action.kind === 'control') warnings.push({ tone: 'danger', text: copy.controlWarning })
  if (action.kind === 'approve-token' && action.units === 'unlimited') {
    warnings.push({ tone: 'warning', text: copy.unlimited })
  }
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
