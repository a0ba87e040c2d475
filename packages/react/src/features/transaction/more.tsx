import { useRequestCopy } from '../../modal/use-request-copy.js'
import { Disclosure } from '../../ui/disclosure.js'
import type { Draft } from './preview.js'

/** The rest of a transaction, for those who want it. */
export function More({ draft }: { draft: Draft }) {
  const copy = useRequestCopy().send
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
