import type { DelegationConsent } from '@sallyport/contract'
import { formatAmount, networkOf } from '@sallyport/contract/requests'
import type { PageCopy } from '../copy/en.js'

/** What a consent allows, in sentences, and the only addresses that may be sent to. */
interface Rights {
  sentences: string[]
  recipients: readonly string[]
}

/** Reads the policy that the halves of the key will be bound to: what is shown is what the signer will keep to. */
export function describeRights(
  { policy }: Pick<DelegationConsent, 'policy'>,
  { copy, locale }: { copy: PageCopy['delegation']; locale: string },
): Rights {
  const { messages, typedData, transactions } = policy
  const sentences = [...(messages ? [copy.messages] : []), ...(typedData ? [copy.typedData] : [])]
  if (transactions === null)
    return { sentences: sentences.length > 0 ? sentences : [copy.nothing], recipients: [] }
  const { chainIds, recipients, mostWeiPerDay } = transactions
  const networks = chainIds.map((id) => networkOf(BigInt(id))?.name ?? copy.network(id))
  const symbols = new Set(chainIds.map((id) => networkOf(BigInt(id))?.symbol ?? 'ETH'))
  const amount = formatAmount(BigInt(mostWeiPerDay), { decimals: 18, locale })
  const money = `${amount} ${[...symbols].join('/')}`
  const list = new Intl.ListFormat(locale, { type: 'conjunction' }).format(networks)
  const to = recipients === null ? [copy.anyone] : [copy.recipients]
  return {
    sentences: [...sentences, [copy.transactions(money, list), ...to].join(' ')],
    recipients: recipients ?? [],
  }
}
