import { useModal } from '../../modal/modal-context.js'
import { useRequestCopy } from '../../modal/use-request-copy.js'
import { Address } from '../../ui/copy-button.js'
import { FullAddress } from '../../ui/full-address.js'
import { NetworkName } from '../../ui/network-name.js'
import { Fact, Facts, Skeleton } from '../../ui/parts.js'
import { Changes } from './changes.js'
import { type Amount, addUp, type Draft, isAboutToken, movesToken, type Quote } from './preview.js'
import { inLine, type Words } from './words.js'

/** Who takes part, where, and what it costs. Balance and fee of one asset are added up; two assets never are. */
export function Rows(props: {
  draft: Draft
  quote: Quote | null
  words: Words
  signsOnly: boolean
}) {
  const { draft, quote, words, signsOnly } = props
  const { locale } = useModal()
  const { send: copy, sign } = useRequestCopy()
  const sums = quote && addUp(draft, quote)
  const money = (amount: Amount | null | undefined) =>
    amount ? <bdi>{inLine(amount, locale)}</bdi> : quote ? copy.unknown : <Skeleton width={88} />
  const fee = quote && quote.fee !== null ? { ...draft.spent, units: quote.fee } : null
  const isToken = isAboutToken(draft.action)
  const short = signsOnly ? null : sums?.short
  const shortKind = (isShort: boolean) => (isShort ? { kind: 'short' as const } : {})
  return (
    <Facts>
      {words.parties.map(({ label, address }) => (
        <Fact label={label} key={label}>
          <FullAddress address={address} />
        </Fact>
      ))}
      <Fact
        label={['move-token', 'move-item'].includes(draft.action.kind) ? sign.signer : copy.wallet}
      >
        <Address address={draft.from} />
      </Fact>
      {(draft.authorized ?? []).map((contract) => (
        <Fact label={copy.controlParty} key={contract}>
          <FullAddress address={contract} />
        </Fact>
      ))}
      <Fact label={copy.network}>
        <NetworkName network={draft.network} />
      </Fact>
      {isToken && draft.spent.units > 0n && (
        <Fact label={copy.sentAlong} kind="total">
          {money(draft.spent)}
        </Fact>
      )}
      <Fact
        label={copy.fee}
        note={fee && !quote?.isSponsored ? (draft.feeNote ?? copy.feeEstimate) : undefined}
      >
        {quote?.isSponsored ? copy.sponsored : money(fee)}
      </Fact>
      {!isToken && (
        <Fact label={copy.total} kind="total">
          {money(sums?.total)}
        </Fact>
      )}
      <Changes draft={draft} quote={quote} />
      {movesToken(draft.action) && quote?.token && (
        <Fact
          label={copy.balanceOf(quote.token.symbol)}
          {...shortKind(short !== null && short?.token === draft.action.token)}
        >
          {money(sums?.tokenBalance)}
        </Fact>
      )}
      {(!isToken || short?.token === null) && (
        <Fact
          label={isToken ? copy.balanceOf(draft.spent.symbol) : copy.balance}
          {...shortKind(short?.token === null)}
        >
          {money(sums?.balance)}
        </Fact>
      )}
    </Facts>
  )
}
