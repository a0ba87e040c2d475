import { formatAmount, givesAuthority, inertText, roundUp } from '@sallyport/contract/requests'
import type { RequestCopy } from '../../copy/en-requests.js'
import { inChange, inList } from './changes.js'
import { addUp, type Draft, type Quote, type Simulation } from './preview.js'
import type { Disagreement } from './simulation/effects.js'

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
  if (draft.authorized?.length) first(copy.authorizationWarning)
  if (actions.some((each) => each.kind === 'programs' && each.steps.some(givesAuthority))) {
    first(copy.authorityWarning)
  }
  warnings.push(...disagreementsOf(quote?.simulation, { copy, locale }))
  for (const field of quote?.unusual ?? []) first(copy.unusual[field])
  if (actions.some((each) => each.kind === 'approve-token' && each.units === 'unlimited')) {
    warnings.push({ tone: 'warning', text: copy.unlimited })
  }
  if (draft.hasForeignInputs) warnings.push({ tone: 'warning', text: copy.foreignInputs })
  if (signsOnly) return warnings
  if (quote?.likelyFails) {
    const text = [copy.likelyFailsHelp, ...reasonOf(quote.problem, copy)].join(' ')
    warnings.push({ tone: 'warning', title: copy.likelyFails, text })
  }
  if (quote && quote.fee === null) warnings.push({ tone: 'plain', text: copy.notPrepared })
  return warnings
}

/** What a simulation does that the request does not say: it is said first, and asked about. */
function disagreementsOf(
  simulation: Simulation | null | undefined,
  { copy, locale }: { copy: RequestCopy['send']; locale: string },
): Warning[] {
  if (!simulation) return []
  const { changes, approvals, lost, disagreements } = simulation
  const lists = {
    leaves: changes.filter(({ units }) => units < 0n).map((each) => inChange(each, copy, locale)),
    arrives: [],
    approval: approvals.map(({ party }) => party),
    control: lost,
  } satisfies Record<Disagreement, readonly string[]>
  if (disagreements.length === 0) return []
  const sentences = disagreements.map((each) => copy.disagrees[each](inList(lists[each], copy)))
  const text = sentences.join(' ')
  return [{ tone: 'danger', title: copy.disagreesTitle, text, comesFirst: true }]
}

/** A reason that a contract chose: it is quoted, short, and without characters that could hide or reorder. */
function reasonOf(problem: string | null | undefined, copy: RequestCopy['send']): string[] {
  return problem ? [copy.failureReason(inertText(problem, 120).text)] : []
}

/** Whether the user should rather reject. */
export function isRisky(warnings: readonly Warning[]): boolean {
  return warnings.some(({ tone }) => tone !== 'plain')
}
