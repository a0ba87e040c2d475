import type { DelegationConsent } from '../entities/delegation-consent.js'
import { formatAmount } from './amounts.js'
import type { RightsWords } from './copy/rights-en.js'
import { networkOf } from './networks.js'

/** What a consent allows, in sentences, and the only addresses that may be sent to. */
interface Rights {
  sentences: string[]
  recipients: readonly string[]
}

interface Words {
  copy: RightsWords
  locale: string
}

/**
 * Reads the policy that the halves of the key will be bound to: what is shown is what the signer will keep to. Only what
 * applies to the wallet's chain is said.
 */
export function describeRights(
  { policy, chainType }: Pick<DelegationConsent, 'policy' | 'chainType'>,
  words: Words,
): Rights {
  const { copy } = words
  const { messages, typedData } = policy
  const isEthereum = chainType === 'ethereum'
  const { sentences, recipients } = isEthereum ? onEthereum(policy, words) : onSolana(policy, words)
  const all = [
    ...(messages ? [copy.messages] : []),
    ...(typedData && isEthereum ? [copy.typedData] : []),
    ...sentences,
  ]
  return { sentences: all.length > 0 ? all : [copy.nothing], recipients }
}

function onEthereum(
  { transactions }: DelegationConsent['policy'],
  { copy, locale }: Words,
): Rights {
  if (transactions === null) return { sentences: [], recipients: [] }
  const { chainIds, recipients, mostWeiPerDay, onlyFees, tokens = [] } = transactions
  const nameOf = (id: string) => networkOf(BigInt(id))?.name ?? copy.network(id)
  const symbols = new Set(chainIds.map((id) => networkOf(BigInt(id))?.symbol ?? 'ETH'))
  const amount = formatAmount(BigInt(mostWeiPerDay), { decimals: 18, locale })
  const money = `${amount} ${[...symbols].join('/')}`
  const list = new Intl.ListFormat(locale, { type: 'conjunction' }).format(chainIds.map(nameOf))
  const to = recipientsOf(recipients, copy)
  return {
    sentences: [
      onlyFees ? copy.fees(money, list) : [copy.transactions(money, list), to].join(' '),
      // The name and the decimals of a token are its contract's to say: the limit is said as it is kept to.
      ...tokens.map(({ chainId, contract, mostPerDay }) =>
        [copy.tokens(unitsOf(mostPerDay, locale), contract, nameOf(chainId)), to].join(' '),
      ),
    ],
    recipients: recipients ?? [],
  }
}

function onSolana({ solana }: DelegationConsent['policy'], { copy, locale }: Words): Rights {
  if (!solana) return { sentences: [], recipients: [] }
  const { recipients, mostLamportsPerDay, tokens = [] } = solana
  const amount = formatAmount(BigInt(mostLamportsPerDay), { decimals: 9, locale })
  const to = recipientsOf(recipients, copy)
  return {
    sentences: [
      [copy.solana(`${amount} SOL`), to].join(' '),
      ...tokens.map(({ mint, mostPerDay }) =>
        [copy.tokens(unitsOf(mostPerDay, locale), mint, copy.solanaNetwork), to].join(' '),
      ),
    ],
    recipients: recipients ?? [],
  }
}

const recipientsOf = (recipients: readonly string[] | null, copy: RightsWords) =>
  recipients === null ? copy.anyone : copy.recipients

const unitsOf = (units: string, locale: string) => BigInt(units).toLocaleString(locale)
