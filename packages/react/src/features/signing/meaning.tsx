import { formatMoment, type TypedAmount, type TypedDataMeaning } from '@sallyport/contract/requests'
import { Fragment } from 'react'
import { useModal } from '../../modal/modal-context.js'
import { useRequestCopy } from '../../modal/use-request-copy.js'
import { FullAddress } from '../../ui/full-address.js'
import { Fact } from '../../ui/parts.js'
import { sharesOf } from './spoken-meaning.js'

/** The parts of typed data of a known type: who, how much of what, until when. Rows for a list of facts. */
export function MeaningRows(props: {
  meaning: TypedDataMeaning
  /** Writes an amount in the reader's language. */
  say: (amount: TypedAmount) => string
  signer: string
}) {
  const { meaning, say, signer } = props
  const copy = useRequestCopy()
  const { locale } = useModal()
  const words = copy.sign
  const { expires } = meaning
  return (
    <>
      <PartyRow meaning={meaning} />
      {meaning.kind === 'order' ? (
        <>
          <AmountRows label={words.gives} amounts={meaning.gives} say={say} />
          <AmountRows label={words.gets} amounts={sharesOf(meaning, signer).own} say={say} />
          <AmountRows label={words.pays} amounts={sharesOf(meaning, signer).others} say={say} />
        </>
      ) : (
        <AmountRows label={words.amount} amounts={meaning.amounts} say={say} />
      )}
      {expires !== null && (
        <Fact label={words.expires}>
          {expires === 'never' ? words.never : formatMoment(expires, locale)}
        </Fact>
      )}
    </>
  )
}

function PartyRow({ meaning }: { meaning: TypedDataMeaning }) {
  const words = useRequestCopy().sign
  if (meaning.kind === 'order') return null
  const [label, address] =
    meaning.kind === 'allowance' ? [words.spender, meaning.spender] : [words.recipient, meaning.to]
  if (address === null) return null
  return (
    <Fact label={label}>
      <FullAddress address={address} />
    </Fact>
  )
}

function AmountRows(props: {
  label: string
  amounts: readonly TypedAmount[]
  say: (amount: TypedAmount) => string
}) {
  const { label, amounts, say } = props
  const words = useRequestCopy().sign
  return amounts
    .filter(({ units }) => units !== null)
    .map((amount, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two amounts may be alike, and they never move
      <Fragment key={index}>
        <Fact label={label} kind={amount.units === 'unlimited' ? 'short' : 'total'}>
          <bdi>{amount.units === 'unlimited' ? words.unlimited : say(amount)}</bdi>
        </Fact>
        {amount.token !== null && (
          <Fact label={words.token}>
            <FullAddress address={amount.token} />
          </Fact>
        )}
      </Fragment>
    ))
}
