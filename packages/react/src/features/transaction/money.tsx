import type { Amount } from '@sallyport/contract/requests'
import type { Price } from '../../config.js'
import { useModal } from '../../modal/modal-context.js'
import { worthOf } from '../../modal/use-price.js'
import { type Draft, isAboutToken, type Quote } from './preview.js'

/** Longer figures are set smaller, so that they fit one line and break between number and unit. */
const [longestLarge, longestMiddle, longestLine] = [12, 18, 34]
/** Signs of figure and unit in one large line. */
const longestUnited = 21

/** The big figure, and what it is worth where the app knows prices. */
export function Money(props: {
  amount: Amount | null
  price?: Price | null
  draft?: Draft
  quote?: Quote | null
}) {
  const { price = null, draft, quote = null } = props
  const { locale } = useModal()
  if (props.amount === null) return null
  const { value: figure, unit, isUnverified } = props.amount
  const amount = draft && amountOf(draft, quote)
  return (
    <div className="centre money">
      <p className={`amount${sizeOf(figure, unit)}`}>
        <bdi dir="ltr">
          <span className="figure">{figure}</span>{' '}
          <span className={isUnverified ? 'unit unverified' : 'unit'}>{unit}</span>
        </bdi>
      </p>
      {price && amount && (
        <p className="worth">
          <bdi>≈ {worthOf(price, { ...amount, locale })}</bdi>
        </p>
      )}
    </div>
  )
}

function sizeOf({ length }: string, unit: string): string {
  // A unit such as "smallest units" makes the line too long for a large figure.
  if (length <= longestLarge && length + unit.length > longestUnited) return ' long'
  if (length <= longestLarge) return ''
  if (length <= longestMiddle) return ' long'
  return length <= longestLine ? ' longer' : ' longer broken'
}

/** What the big figure counts; null when it has no worth of its own. */
function amountOf(draft: Draft, quote: Quote | null): { units: bigint; decimals: number } | null {
  const { action, spent } = draft
  if (!isAboutToken(action)) return spent
  if (!quote?.token || !('units' in action) || action.units === 'unlimited') return null
  return { units: action.units, decimals: quote.token.decimals }
}
