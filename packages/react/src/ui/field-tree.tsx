import type { TypedField } from '@sallyport/contract/requests'
import { useModal } from '../modal/modal-context.js'
import { useRequestCopy } from '../modal/use-request-copy.js'
import { FoldedText } from './folded-text.js'

/** The fields of typed data as a tree. */
export function FieldTree({ nodes }: { nodes: readonly TypedField[] }) {
  return (
    <div className="tree">
      {nodes.map((node) => (
        <Branch node={node} key={node.name} />
      ))}
    </div>
  )
}

function Branch({ node }: { node: TypedField }) {
  const { name, type, content, isMoney, marks = [] } = node
  const { sign: facts } = useRequestCopy()
  const { locale } = useModal()
  if (typeof content === 'string') {
    return (
      <dl className={`leaf${isMoney ? ' money' : ''}`}>
        <dt>
          {name} <span className="type">{type}</span>
        </dt>
        <dd className={content.startsWith('0x') ? 'mono' : undefined}>
          <FoldedText text={content} />
          {marks.map((mark) => (
            <small className="mark" key={mark}>
              {mark === 'hidden' ? facts.hiddenHere : facts.mixedScripts}
            </small>
          ))}
        </dd>
      </dl>
    )
  }
  const count = (value: number) => new Intl.NumberFormat(locale).format(value)
  const items = type.endsWith(']')
    ? content.map((item, index) => ({
        ...item,
        name: facts.listItem(count(index + 1), count(content.length)),
      }))
    : content
  return (
    <div>
      <p className="branch">
        {name} <span className="type">{type}</span>
      </p>
      <FieldTree nodes={items} />
    </div>
  )
}
