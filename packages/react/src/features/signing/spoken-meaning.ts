import {
  type EthereumAction,
  formatAmount,
  networkOf,
  shorten,
  type TypedAmount,
  type TypedDataMeaning,
} from '@sallyport/contract/requests'
import type { RequestCopy } from '../../copy/en-requests.js'
import type { KnownTokens } from './use-tokens.js'

interface Words {
  copy: RequestCopy['sign']
  locale: string
}

/** Every amount that `meaning` names. */
export function amountsOf(meaning: TypedDataMeaning): readonly TypedAmount[] {
  if (meaning.kind === 'execution') return []
  return meaning.kind === 'order' ? [...meaning.gives, ...meaning.gets] : meaning.amounts
}

/** The contract that an action calls; null for one that is deployed. */
export function targetOf(action: EthereumAction): string | null {
  if (action.kind === 'create') return null
  if (action.kind === 'control') return action.contract
  return 'token' in action ? action.token : action.to
}

/** Writes amounts: in the token's own units where its contract is known, else in base units. */
export function amountWriter(
  words: Words,
  { tokens, chainId }: { tokens: KnownTokens; chainId: bigint | null },
): (amount: TypedAmount) => string {
  const { copy, locale } = words
  const native = chainId === null ? undefined : networkOf(chainId)?.symbol
  const written = (units: bigint, decimals: number) => formatAmount(units, { decimals, locale })
  return ({ token, units, tokenId }) => {
    if (tokenId !== null) return copy.tokenItem(tokenId.toString())
    const known = token === null ? undefined : tokens[token]
    if (units === 'unlimited') return copy.unlimitedOf(known?.symbol ?? copy.tokens)
    const count = units ?? 0n
    if (known) return `${written(count, known.decimals)} ${known.symbol}`
    if (token === null && native !== undefined) return `${written(count, 18)} ${native}`
    return copy.units(written(count, 0))
  }
}

/** What an order brings its signer, and what it pays to others: fees, or a thief. */
export function sharesOf(
  { gets }: Extract<TypedDataMeaning, { kind: 'order' }>,
  signer: string,
): { own: readonly TypedAmount[]; others: readonly TypedAmount[] } {
  const isOwn = ({ to }: (typeof gets)[number]) => to?.toLowerCase() === signer.toLowerCase()
  return { own: gets.filter(isOwn), others: gets.filter((each) => !isOwn(each)) }
}

/** Says in one sentence what signing allows or trades. */
export function sentenceOf(
  meaning: TypedDataMeaning,
  given: Words & { say: (amount: TypedAmount) => string; signer: string },
): string {
  const { copy, locale, say, signer } = given
  const list = (amounts: readonly TypedAmount[]) =>
    amounts.length === 0
      ? copy.nothing
      : new Intl.ListFormat(locale, { type: 'conjunction' }).format(amounts.map(say))
  switch (meaning.kind) {
    case 'allowance':
      return copy.allowance(shorten(meaning.spender ?? '?'), list(meaning.amounts))
    case 'transfer':
      return copy.transfer(shorten(meaning.to ?? '?'), list(meaning.amounts))
    case 'order':
      return copy.order(list(meaning.gives), list(sharesOf(meaning, signer).own))
    case 'execution':
      return copy.execution(shorten(targetOf(meaning.action) ?? '?'))
  }
}
