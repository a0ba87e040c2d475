import type { Price } from '../../config.js'
import { useModal } from '../../modal/modal-context.js'
import { worthOf } from '../../modal/use-price.js'
import { type Draft, isAboutToken, type Quote } from './preview.js'
import type { Words } from './words.js'

/** Longer figures are set smaller, so that they fit one line and break between number and unit. */
const [longestLarge, longestMiddle, longestLine] = [12, 18, 34]

/** The big figure, and what it is worth where the app knows prices. */
export function Money(props: {
  words: Words
  price?: Price | null
  draft?: Draft
  quote?: Quote | null
}) {
  const { words, price = null, draft, quote = null } = props
  const { locale } = useModal()
  if (words.amount === null) return null
  const { figure, unit } = words.amount
  const amount = draft && amountOf(draft, quote)
  return (
    <div className="centre money">
      <p className={`amount${sizeOf(figure)}`}>
        <bdi dir="ltr">
          <span className="figure">{figure}</span> <span className="unit">{unit}</span>
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

function sizeOf({ length }: string): string {
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
