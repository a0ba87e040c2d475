import type { TypedDataReading, TypedField } from '@sallyport/contract/requests'
import { networkOf } from '@sallyport/contract/requests'
import type { ConfirmRequest } from '@sallyport/core'
import { useModal } from '../../modal/modal-context.js'
import { useRequestCopy } from '../../modal/use-request-copy.js'
import { Disclosure } from '../../ui/disclosure.js'
import { FullAddress } from '../../ui/full-address.js'
import { NetworkName } from '../../ui/network-name.js'
import { Fact, Facts } from '../../ui/parts.js'
import { MeaningRows } from './meaning.js'
import { Signer } from './signer.js'
import { amountsOf, amountWriter, sentenceOf } from './spoken-meaning.js'
import { useTokens } from './use-tokens.js'

/** Typed data on screen: what it means where that is known, who it is for, and every field as a tree. */
export function TypedDataView(props: { reading: TypedDataReading; request: ConfirmRequest }) {
  const { reading, request } = props
  const copy = useRequestCopy()
  const { locale } = useModal()
  const { meanings, primaryType, tree, chainId } = reading
  const amounts = meanings.flatMap(amountsOf)
  const tokens = useTokens(request, { chainId, amounts })
  const say = amountWriter({ copy: copy.sign, locale }, { tokens, chainId })
  const inDomain = (name: string) => {
    const content = reading.domain.find((field) => field.name === name)?.content
    return typeof content === 'string' && content !== '' ? content : null
  }
  const [domain, contract] = [inDomain('name'), inDomain('verifyingContract')]
  const network = chainId === null ? null : networkOf(chainId)
  const fields = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard
    <section className="well fading" dir="ltr" tabIndex={0} aria-label={primaryType}>
      <p className="branch">{primaryType}</p>
      <Tree nodes={tree} />
    </section>
  )
  const isNamed = amounts.some(({ token }) => token === contract)
  return (
    <>
      {meanings.map((meaning, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: meanings have no other identity, and never move
        <p className="says" key={index}>
          <bdi>
            {sentenceOf(meaning, { copy: copy.sign, locale, say, signer: request.address })}
          </bdi>
        </p>
      ))}
      <Facts>
        {meanings.map((meaning, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <MeaningRows key={index} meaning={meaning} say={say} signer={request.address} />
        ))}
        {domain && (
          <Fact label={copy.sign.domain}>
            <bdi>{domain}</bdi>
          </Fact>
        )}
        {contract && !isNamed && (
          <Fact label={copy.sign.contract}>
            <FullAddress address={contract} />
          </Fact>
        )}
        {network && (
          <Fact label={copy.sign.network}>
            <NetworkName network={network} />
          </Fact>
        )}
        {reading.unsigned.length > 0 && (
          <Fact label={copy.sign.unsigned}>
            <bdi>{reading.unsigned.join(', ')}</bdi>
          </Fact>
        )}
        <Signer address={request.address} />
      </Facts>
      {meanings.length > 0 ? <Disclosure label={copy.send.details}>{fields}</Disclosure> : fields}
    </>
  )
}

function Tree({ nodes }: { nodes: readonly TypedField[] }) {
  return (
    <div className="tree">
      {nodes.map((node) => (
        <Branch node={node} key={node.name} />
      ))}
    </div>
  )
}

function Branch({ node }: { node: TypedField }) {
  const { name, type, content, isMoney } = node
  const copy = useRequestCopy()
  const { locale } = useModal()
  if (typeof content === 'string') {
    return (
      <dl className={`leaf${isMoney ? ' money' : ''}`}>
        <dt>
          {name} <span className="type">{type}</span>
        </dt>
        <dd className={content.startsWith('0x') ? 'mono' : undefined}>{content}</dd>
      </dl>
    )
  }
  const count = (value: number) => new Intl.NumberFormat(locale).format(value)
  const items = type.endsWith(']')
    ? content.map((item, index) => ({
        ...item,
        name: copy.sign.item(count(index + 1), count(content.length)),
      }))
    : content
  return (
    <div>
      <p className="branch">
        {name} <span className="type">{type}</span>
      </p>
      <Tree nodes={items} />
    </div>
  )
}
