import { type Caution, formatAmount, inertText, roundUp } from '@sallyport/contract/requests'
import type { RequestCopy } from '../../copy/en-requests.js'
import type { Advice } from '../../ui/answers.js'
import { inChange, inList } from './changes.js'
import { addUp, type Draft, type Quote, type Simulation } from './preview.js'
import type { Disagreement } from './simulation/effects.js'

/**
 * What to mind about a transaction: what the bytes say, and what the network adds. A request that is only signed is not measured
 * against the network.
 */
export function warningsOf(
  draft: Draft,
  given: {
    cautions: readonly Caution[]
    quote: Quote | null
    signsOnly: boolean
    copy: RequestCopy
    locale: string
  },
): Advice[] {
  const { quote, copy, locale, signsOnly, cautions } = given
  const { send } = copy
  if (draft.hidesAccounts && quote) return [{ tone: 'danger', text: send.hiddenAccounts }]
  // Balances come first: a simulation of what cannot be paid fails in ways that look like a fraud.
  const short = !signsOnly && quote && addUp(draft, quote).short
  if (short) {
    // Six digits, rounded up: what is added must be enough.
    const amount = formatAmount(roundUp(short.units, 6), { decimals: short.decimals, locale })
    const text = send.short(`${amount} ${short.symbol}`)
    return [{ tone: 'danger', title: send.shortTitle, text }]
  }
  const warnings: Advice[] = [...disagreementsOf(quote?.simulation, { copy, locale }), ...cautions]
  if (signsOnly) return warnings
  if (quote?.likelyFails) {
    const text = [send.likelyFailsHelp, ...reasonOf(quote.problem, send)].join(' ')
    warnings.push({ tone: 'warning', title: send.likelyFails, text })
  }
  if (quote && quote.fee === null) warnings.push({ tone: 'plain', text: send.notPrepared })
  return warnings
}

/** What a simulation does that the request does not say: it has to be agreed to. */
function disagreementsOf(
  simulation: Simulation | null | undefined,
  { copy, locale }: { copy: RequestCopy; locale: string },
): Advice[] {
  if (!simulation) return []
  const { changes, approvals, lost, disagreements } = simulation
  const { send } = copy
  const lists = {
    leaves: changes.filter(({ units }) => units < 0n).map((each) => inChange(each, copy, locale)),
    arrives: [],
    approval: approvals.map(({ party }) => party),
    control: lost,
  } satisfies Record<Disagreement, readonly string[]>
  if (disagreements.length === 0) return []
  const sentences = disagreements.map((each) => send.disagrees[each](inList(lists[each], send)))
  const text = sentences.join(' ')
  return [{ tone: 'danger', title: send.disagreesTitle, text, isStop: true }]
}

/** A reason that a contract chose: it is quoted, short, and without characters that could hide or reorder. */
function reasonOf(problem: string | null | undefined, copy: RequestCopy['send']): string[] {
  return problem ? [copy.failureReason(inertText(problem, 120).text)] : []
}
