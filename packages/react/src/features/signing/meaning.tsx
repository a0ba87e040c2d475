import {
  type EthereumAction,
  formatMoment,
  type TypedAmount,
  type TypedDataMeaning,
} from '@sallyport/contract/requests'
import { Fragment } from 'react'
import type { RequestCopy } from '../../copy/en-requests.js'
import { useModal } from '../../modal/modal-context.js'
import { useRequestCopy } from '../../modal/use-request-copy.js'
import { FullAddress } from '../../ui/full-address.js'
import { Fact } from '../../ui/parts.js'
import { sharesOf, targetOf } from './spoken-meaning.js'

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
      {meaning.kind === 'execution' ? (
        <ActionRows meaning={meaning} say={say} />
      ) : meaning.kind === 'order' ? (
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
  if (meaning.kind === 'order' || meaning.kind === 'execution') return null
  const [label, address] =
    meaning.kind === 'allowance' ? [words.spender, meaning.spender] : [words.recipient, meaning.to]
  if (address === null) return null
  return (
    <Fact label={label}>
      <FullAddress address={address} />
    </Fact>
  )
}

/** A call in the signer's name: what it calls, what it is, who gets what, and the coins that go along. */
function ActionRows(props: {
  meaning: Extract<TypedDataMeaning, { kind: 'execution' }>
  say: (amount: TypedAmount) => string
}) {
  const { meaning, say } = props
  const { action, valueWei } = meaning
  const { sign, send } = useRequestCopy()
  const target = targetOf(action)
  const title = actionTitle(action, send)
  const party = partyOf(action)
  return (
    <>
      {title && <Fact label={send.function}>{title}</Fact>}
      {target && (
        <Fact label={send.contract}>
          <FullAddress address={target} />
        </Fact>
      )}
      {party && (
        <Fact label={action.kind === 'control' ? send.controlParty : send.to}>
          <FullAddress address={party} />
        </Fact>
      )}
      {'units' in action && (
        <Fact label={sign.amount} kind="total">
          <bdi>
            {say({
              token: action.token,
              units: action.units,
              tokenId: action.kind === 'move-item' ? action.id : null,
            })}
          </bdi>
        </Fact>
      )}
      {valueWei > 0n && (
        <Fact label={sign.sentAlong} kind="total">
          <bdi>{say({ token: null, units: valueWei, tokenId: null })}</bdi>
        </Fact>
      )}
    </>
  )
}

function actionTitle(action: EthereumAction, copy: RequestCopy['send']): string | null {
  switch (action.kind) {
    case 'control':
      return copy.controlTitle[action.control]
    case 'approve-all':
      return copy.approveAllTitle
    case 'approve-token':
      return copy.approveTitle(copy.token)
    case 'move-token':
      return copy.moveTitle
    case 'move-item':
      return copy.moveItemTitle
    case 'send-token':
      return copy.sendTitle(copy.token)
    case 'call':
      return action.selector
    case 'send':
    case 'create':
      return null
  }
}

/** The account that an action is for, besides the contract it calls. */
function partyOf(action: EthereumAction): string | null {
  switch (action.kind) {
    case 'control':
      return action.party
    case 'approve-all':
      return action.operator
    case 'approve-token':
      return action.spender
    case 'move-token':
    case 'move-item':
    case 'send-token':
      return action.to
    case 'call':
    case 'send':
    case 'create':
      return null
  }
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
