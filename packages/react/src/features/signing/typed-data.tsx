import {
  formatMoment,
  readTypedData as read,
  type TypedAmount,
  type TypedDataInput,
  type TypedDataMeaning,
  type TypedField,
} from '@sallyport/contract/requests'
import { useModal } from '../../modal/modal-context.js'
import { Address } from '../../ui/copy-button.js'
import { Fact, Facts, Notice } from '../../ui/parts.js'

// The page has no keccak for checksums: addresses are shown as the app wrote them.
const readTypedData = (data: TypedDataInput) => read({ checksum: (address) => address }, data)

/** Whether signing `data` moves and allows nothing, as far as its type tells. */
export function isFreeToSign(data: TypedDataInput): boolean {
  return readTypedData(data).meaning === null
}

/** Typed data on screen: who it is for, what it allows, and every field as a tree. */
export function TypedDataView({ data, on }: { data: TypedDataInput; on: number | undefined }) {
  const { copy } = useModal()
  const reading = readTypedData(data)
  const { tree, meaning, chainId } = reading
  const [domain, contract] = ['name', 'verifyingContract'].map((name) => {
    const content = reading.domain.find((field) => field.name === name)?.content
    return typeof content === 'string' ? content : null
  })
  const isElsewhere = on !== undefined && chainId !== null && chainId !== BigInt(on)
  return (
    <>
      {meaning && <MeaningView meaning={meaning} domain={domain} />}
      {!meaning && (domain || contract) && (
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

function MeaningView(props: { meaning: TypedDataMeaning; domain: string | null | undefined }) {
  const { meaning } = props
  const { copy, locale } = useModal()
  const words = copy.sign
  const { expires } = meaning
  const spender = meaning.kind === 'allowance' ? meaning.spender : null
  const amounts = meaning.kind === 'order' ? meaning.gives : meaning.amounts
  return (
    <>
      <Facts>
        {props.domain && <Fact label={words.domain}>{props.domain}</Fact>}
        {spender && (
          <Fact label={words.spender}>
            <Address address={spender} />
          </Fact>
        )}
        {amounts.map((amount) => (
          <AmountFact amount={amount} key={`${amount.token} ${amount.units}`} />
        ))}
        {expires !== null && (
          <Fact label={words.expires}>
            {expires === 'never' ? words.never : formatMoment(expires, locale)}
          </Fact>
        )}
      </Facts>
      <Notice tone="warning" title={words.moneyTitle}>
        {words.moneyWarning}
      </Notice>
    </>
  )
}

function AmountFact({ amount: { units } }: { amount: TypedAmount }) {
  const words = useModal().copy.sign
  if (units === null) return null
  return (
    <Fact label={words.amount} kind={units === 'unlimited' ? 'short' : 'total'}>
      {units === 'unlimited' ? words.unlimited : <bdi>{units.toString()}</bdi>}
    </Fact>
  )
}

function Tree({ nodes }: { nodes: readonly TypedField[] }) {
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
