import type { DelegationConsent } from '@sallyport/contract'
import { formatAmount, formatMoment, listedToken, networkOf } from '@sallyport/contract/requests'
import type { ProgramWords } from './copy/load-copy.js'

/** What a consent lets a program do, in sentences. */
export interface Described {
  can: string[]
  /** The only addresses that may be paid; empty for every address. */
  recipients: readonly string[]
  cannot: readonly string[]
  ends: string
}

/** Reads the policy that the halves of the key are bound to: what is shown is what the signer keeps to. */
export function describeConsent(
  { policy, program }: Pick<DelegationConsent, 'policy' | 'program'>,
  { copy, locale }: Pick<ProgramWords, 'copy' | 'locale'>,
): Described {
  const { transactions } = policy
  const seconds = BigInt(Math.floor((program?.endsAtMs ?? 0) / 1000))
  const ends = copy.ends(formatMoment(seconds, locale))
  if (transactions === null)
    return { can: [copy.reads], recipients: [], cannot: copy.neverReads, ends }
  const { chainIds, mostWeiPerDay, onlyFees, tokens = [], recipients } = transactions
  const chainId = BigInt(chainIds[0] ?? '0')
  const network = networkOf(chainId)
  const name = network?.name ?? String(chainId)
  const coin = `${formatAmount(BigInt(mostWeiPerDay), { decimals: 18, locale })} ${network?.symbol ?? 'ETH'}`
  const paid = tokens.map(({ contract, mostPerDay }) => {
    const listed = listedToken(chainId, contract)
    const amount = listed
      ? `${formatAmount(BigInt(mostPerDay), { decimals: listed.decimals, locale })} ${listed.symbol}`
      : `${mostPerDay} ${copy.units} ${contract}`
    return copy.paysToken(amount, name)
  })
  return {
    can: [
      ...(onlyFees ? [] : [copy.paysCoin(coin, name)]),
      ...paid,
      ...(onlyFees ? [copy.fees(coin)] : []),
      recipients === null ? copy.toAnyone : copy.toThese,
    ],
    recipients: recipients ?? [],
    cannot: copy.never,
    ends,
  }
}
