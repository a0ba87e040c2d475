import { formatAmount, shorten } from '@sallyport/contract/requests'
import type { RequestCopy } from '../../copy/en-requests.js'
import { useModal } from '../../modal/modal-context.js'
import { useRequestCopy } from '../../modal/use-request-copy.js'
import { FullAddress } from '../../ui/full-address.js'
import { Fact } from '../../ui/parts.js'
import type { Draft, Quote, ShownChange } from './preview.js'

/** Rows that are shown; a contract can write as many entries into a log as it likes. */
const mostRows = 12

/** Rows of what a simulation found: what the wallet has more and less of, and who may spend from it. */
export function Changes({ draft, quote }: { draft: Draft; quote: Quote | null }) {
  const copy = useRequestCopy().send
  const { locale } = useModal()
  const simulation = quote?.simulation
  if (simulation === undefined || isSaidAbove(draft, quote)) return null
  if (simulation === null) return <Fact label={copy.changesTitle}>{copy.changesUnknown}</Fact>
  const { changes, approvals } = simulation
  // An approval that was read has rows of its own.
  const said = draft.action.kind === 'approve-token' || draft.action.kind === 'approve-all'
  return (
    <>
      <Fact label={copy.changesTitle} note={copy.changesNote} kind="total">
        {changes.length === 0
          ? copy.changesNone
          : changes.slice(0, mostRows).map((change) => (
              <p
                className={change.units < 0n ? 'change out' : 'change in'}
                key={`${change.token}${change.item}`}
              >
                <bdi>{inChange(change, copy, locale)}</bdi>
              </p>
            ))}
        {changes.length > mostRows && <p>{copy.changesMore(changes.length - mostRows)}</p>}
      </Fact>
      {!said &&
        approvals.slice(0, mostRows).map(({ token, party }) => (
          <Fact label={copy.allows} kind="short" key={`${token}${party}`}>
            <FullAddress address={party} />
          </Fact>
        ))}
    </>
  )
}

/** Whether the figure above says the same: one payment that the simulation confirms. */
function isSaidAbove({ action }: Draft, quote: Quote | null): boolean {
  const { simulation } = quote ?? {}
  const isPayment = action.kind === 'send' || action.kind === 'send-token'
  if (!simulation) return isPayment
  return isPayment && simulation.disagreements.length === 0 && simulation.changes.length <= 1
}

/** At most twelve of them in one line, and how many more there are. */
export function inList(texts: readonly string[], copy: RequestCopy['send']): string {
  const rest = texts.length - mostRows
  const shown = texts.slice(0, mostRows)
  return [...shown, ...(rest > 0 ? [copy.changesMore(rest)] : [])].join(', ')
}

/** A change in one line, with its sign. Tokens that do not say their name go by their address. */
export function inChange(
  { units, decimals, symbol, token, item }: ShownChange,
  copy: RequestCopy['send'],
  locale: string,
): string {
  const sign = units < 0n ? '−' : '+'
  const count = formatAmount(units < 0n ? -units : units, { decimals, locale })
  const name = symbol || (token === null ? '' : shorten(token))
  if (item === null) return `${sign}${count} ${name}`
  return `${sign}${count} × ${copy.item(item.toString())} (${name})`
}
