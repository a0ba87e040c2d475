import { useModal } from '../../modal/modal-context.js'
import { Address } from '../../ui/copy-button.js'
import { Fact, Facts, Notice } from '../../ui/parts.js'
import { type Node, type Permission, readTypedData, type TypedData } from './read-typed-data.js'

/** Typed data on screen: who it is for, what it allows, and every field as a tree. */
export function TypedDataView({ data, on }: { data: TypedData; on: number | undefined }) {
  const { copy } = useModal()
  const { domain, contract, tree, permission, chainId } = readTypedData(data)
  const isElsewhere = on !== undefined && chainId !== null && chainId !== BigInt(on)
  return (
    <>
      {permission && <PermissionView permission={permission} domain={domain} />}
      {!permission && (domain || contract) && (
        <Facts>
          {domain && <Fact label={copy.sign.domain}>{domain}</Fact>}
          {contract && (
            <Fact label={copy.sign.contract}>
              <Address address={contract} />
            </Fact>
          )}
        </Facts>
      )}
      {isElsewhere && <Notice tone="warning">{copy.sign.chainMismatch}</Notice>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard */}
      <section className="well" dir="ltr" tabIndex={0} aria-label={data.primaryType}>
        <p className="branch">{data.primaryType}</p>
        <Tree nodes={tree} />
      </section>
    </>
  )
}

function PermissionView(props: { permission: Permission; domain: string | null }) {
  const { spender, amount, expires } = props.permission
  const { copy, locale } = useModal()
  const words = copy.sign
  const asDate = (seconds: number) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
      seconds * 1000,
    )
  return (
    <>
      <Facts>
        {props.domain && <Fact label={words.domain}>{props.domain}</Fact>}
        {spender && (
          <Fact label={words.spender}>
            <Address address={spender} />
          </Fact>
        )}
        {amount && (
          <Fact label={words.amount} kind={amount === 'unlimited' ? 'short' : 'total'}>
            {amount === 'unlimited' ? words.unlimited : <bdi>{amount}</bdi>}
          </Fact>
        )}
        {expires !== null && (
          <Fact label={words.expires}>{expires === 'never' ? words.never : asDate(expires)}</Fact>
        )}
      </Facts>
      <Notice tone="warning" title={words.moneyTitle}>
        {words.moneyWarning}
      </Notice>
    </>
  )
}

function Tree({ nodes }: { nodes: readonly Node[] }) {
  return (
    <div className="tree">
      {nodes.map((node) =>
        typeof node.content === 'string' ? (
          <dl className={`leaf${node.isMoney ? ' money' : ''}`} key={node.name}>
            <dt>{node.name}</dt>
            <dd className={node.content.startsWith('0x') ? 'mono' : undefined}>{node.content}</dd>
          </dl>
        ) : (
          <div key={node.name}>
            <p className="branch">{node.name}</p>
            <Tree nodes={node.content} />
          </div>
        ),
      )}
    </div>
  )
}
