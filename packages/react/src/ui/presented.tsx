import type { Part, Row, Step } from '@sallyport/contract/requests'
import type { ReactNode, ToggleEvent } from 'react'
import { useModal } from '../modal/modal-context.js'
import { CopyButton } from './copy-button.js'
import { FieldTree } from './field-tree.js'
import { FoldedText } from './folded-text.js'
import { FullAddress } from './full-address.js'
import { Icon } from './icons.js'
import { NetworkName } from './network-name.js'
import { Fact, Facts } from './parts.js'

/**
 * The parts of a presentation, drawn as they are: what they say is decided in `contract/requests`.
 *
 * @param props.more  further rows at the end of the facts: what only the network knows.
 */
export function Presented({ parts, more }: { parts: readonly Part[]; more?: ReactNode }) {
  // The network's own answer stands in the place of what the bytes say about costs.
  const shown = parts.filter((part) => part.kind !== 'rows' || part.role === 'facts')
  const facts = shown.findIndex(({ kind }) => kind === 'rows')
  return shown.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity, and never move
    <PartView part={part} key={index} more={index === facts ? more : null} />
  ))
}

function PartView({ part, more = null }: { part: Part; more?: ReactNode }) {
  switch (part.kind) {
    case 'rows':
      return (
        <Facts>
          <Rows rows={part.rows} />
          {more}
        </Facts>
      )
    case 'text':
      return <Text {...part} />
    case 'tree':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard
        <section className="well" dir="ltr" tabIndex={0} aria-label={part.title}>
          <p className="branch">{part.title}</p>
          <FieldTree nodes={part.nodes} />
        </section>
      )
    case 'steps':
      return <Steps steps={part.steps} />
    case 'details':
      return (
        <details className="disclose" onToggle={bringIntoView}>
          <summary>
            {part.label}
            <Icon name="chevron-down" size="small" />
          </summary>
          <div className="more-facts">
            <Presented parts={part.parts} />
          </div>
        </details>
      )
  }
}

/** What opens below the edge would look as if nothing had happened. */
function bringIntoView({ currentTarget }: ToggleEvent<HTMLDetailsElement>) {
  if (currentTarget.open) currentTarget.scrollIntoView?.({ block: 'start' })
}

function Rows({ rows }: { rows: readonly Row[] }) {
  return rows.map((row, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and never move
    <RowView row={row} key={index} />
  ))
}

function RowView({ row }: { row: Row }) {
  const { label, value, form, note, network, isStrong, isUnverified, token } = row
  const unverified = isStrong ? 'total unverified' : 'unverified'
  const kind = isUnverified ? unverified : isStrong ? 'total' : undefined
  return (
    <Fact label={label} note={note} kind={kind}>
      {token && (
        <p className={token.isListed ? 'name' : 'name unverified'}>
          <bdi>{token.name}</bdi>
        </p>
      )}
      {network ? (
        <NetworkName network={network} />
      ) : form === 'address' ? (
        <FullAddress address={value} />
      ) : (
        <bdi className={form === 'mono' ? 'mono' : undefined}>{value}</bdi>
      )}
    </Fact>
  )
}

function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="acts">
      {steps.map(({ title, rows, isRisky }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other identity, and never move
        <li key={index} className={isRisky ? 'risky' : undefined}>
          <p>
            <bdi>{title}</bdi>
          </p>
          {rows.length > 0 && (
            <dl>
              <Rows rows={rows} />
            </dl>
          )}
        </li>
      ))}
    </ol>
  )
}

/** A text or bytes to sign. It can be copied as it is. */
function Text({ text, label, isMono }: { text: string; label: string; isMono: boolean }) {
  const { copy } = useModal()
  return (
    <div className="framed">
      <section
        className={`well with-copy${isMono ? '' : ' text'}`}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is signed has to be reachable by keyboard
        tabIndex={0}
      >
        <div className={isMono ? 'mono' : undefined} dir={isMono ? 'ltr' : 'auto'}>
          <FoldedText text={text} />
        </div>
      </section>
      <CopyButton text={text} label={copy.shell.copy} />
    </div>
  )
}
