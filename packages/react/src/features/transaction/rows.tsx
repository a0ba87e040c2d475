import { useModal } from '../../modal/modal-context.js'
import { useRequestCopy } from '../../modal/use-request-copy.js'
import { Fact, Skeleton } from '../../ui/parts.js'
import { feeInLine, inLine } from './amount-text.js'
import { Changes } from './changes.js'
import { type Amount, addUp, type Draft, isAboutToken, movesToken, type Quote } from './preview.js'

/** What only the network knows: fee, total, balances. Balance and fee of one asset are added up; two assets never are. */
export function MoneyRows(props: { draft: Draft; quote: Quote | null; signsOnly: boolean }) {
  const { draft, quote, signsOnly } = props
  const { locale } = useModal()
  const { send: copy } = useRequestCopy()
  const sums = quote && addUp(draft, quote)
  const money = (amount: Amount | null | undefined, say = inLine) =>
    amount ? <bdi>{say(amount, locale)}</bdi> : quote ? copy.unknown : <Skeleton width={88} />
  const fee = quote && quote.fee !== null ? { ...draft.spent, units: quote.fee } : null
  const isToken = isAboutToken(draft.action)
  const short = signsOnly ? null : sums?.short
  const shortKind = (isShort: boolean) => (isShort ? { kind: 'short' as const } : {})
  return (
    <>
      <Fact
        label={copy.fee}
        note={fee && !quote?.isSponsored ? (draft.feeNote ?? copy.feeEstimate) : undefined}
      >
        {quote?.isSponsored ? copy.sponsored : money(fee, feeInLine)}
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
    </>
  )
}
