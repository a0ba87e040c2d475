import { formatAmount, shortenSix } from '@sallyport/contract/requests'
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
  const copy = useRequestCopy()
  const { locale } = useModal()
  const { send } = copy
  const simulation = quote?.simulation
  if (simulation === undefined || isSaidAbove(draft, quote)) return null
  if (simulation === null) return <Fact label={send.changesTitle}>{send.changesUnknown}</Fact>
  const { changes, approvals } = simulation
  // An approval that was read has rows of its own.
  const said = draft.action.kind === 'approve-token' || draft.action.kind === 'approve-all'
  const later = laterOf(draft, quote, copy)
  return (
    <>
      <Fact label={send.changesTitle} note={send.changesNote} kind="total">
        {changes.length === 0
          ? (later ?? send.changesNone)
          : changes.slice(0, mostRows).map((change) => (
              <p
                className={`change ${change.units < 0n ? 'out' : 'in'}${change.isUnverified ? ' unverified' : ''}`}
                key={`${change.token}${change.item}`}
              >
                <bdi>{inChange(change, copy, locale)}</bdi>
              </p>
            ))}
        {changes.length > 0 && later && <p>{later}</p>}
        {changes.length > mostRows && <p>{send.changesMore(changes.length - mostRows)}</p>}
      </Fact>
      {!said &&
        approvals.slice(0, mostRows).map(({ token, party }) => (
          <Fact label={send.allows} kind="short" key={`${token}${party}`}>
            <FullAddress address={party} />
          </Fact>
        ))}
    </>
  )
}

/** What an approval lets leave later, although nothing leaves now; null where there is none. */
function laterOf({ action }: Draft, quote: Quote | null, copy: RequestCopy): string | null {
  const { send } = copy
  if (action.kind === 'approve-all') return send.changesLater(send.changesCollection)
  if (action.kind !== 'approve-token' || action.units === 0n) return null
  const token = quote?.token
  const name = token?.isListed ? token.symbol : shortenSix(action.token)
  return send.changesLater(action.units === 'unlimited' ? send.changesAll(name) : name)
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

/** A change in one line, with its sign. Tokens that do not say how they count go by their address, in smallest units. */
export function inChange(
  { units, decimals, symbol, token, item, isUnverified }: ShownChange,
  { sign: facts }: RequestCopy,
  locale: string,
): string {
  const sign = units < 0n ? '−' : '+'
  const count = formatAmount(units < 0n ? -units : units, { decimals: decimals ?? 0, locale })
  const address = token === null ? '' : shortenSix(token)
  const name = symbol === '' ? address : isUnverified ? facts.unverified(symbol) : symbol
  if (item !== null) return `${sign}${count} × ${facts.item(item.toString())} (${name})`
  return decimals === null ? facts.unitsOf(`${sign}${count}`, address) : `${sign}${count} ${name}`
}
