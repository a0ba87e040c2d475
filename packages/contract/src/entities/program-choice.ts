import * as z from 'zod/mini'
import { type DelegationConsent, delegationPolicy } from './delegation-consent.js'

const decimal = z.string().check(z.maxLength(78), z.regex(/^(0|[1-9][0-9]*)$/))
const address = z.string().check(z.regex(/^0x[0-9a-f]{40}$/))

/** How long a user may let a program act, in hours: an hour, a day, a week, 30 days. */
export const programHours = [1, 24, 168, 720] as const

/** What a user lets a program do with a wallet on Ethereum networks. */
export const programChoice = z.strictObject({
  /** Null: it reads and signs nothing. */
  pay: z.nullable(
    z.strictObject({
      /** Decimal. */
      chain_id: decimal,
      /** The contract of a token in lower case, or `native`. */
      asset: z.union([z.literal('native'), address]),
      /** In the asset's smallest unit, in any 24 hours; of the network's coin with the highest fees. */
      most_per_day: decimal,
      /** Of a token: the most that its transfers may cost in fees in any 24 hours, in wei. */
      most_fees_per_day: decimal,
      /** Lower-case addresses that may be paid; null for every address. */
      recipients: z.nullable(z.array(address).check(z.minLength(1), z.maxLength(50))),
    }),
  ),
  hours: z.literal([...programHours]),
})
export type ProgramChoice = z.output<typeof programChoice>

type Policy = DelegationConsent['policy']

/** A choice as the policy that the signer keeps to. */
export function programPolicy({ pay }: ProgramChoice): Policy {
  const none = { version: 1, messages: false, typedData: false } as const
  if (pay === null) return { ...none, transactions: null }
  const { chain_id: chainId, asset, recipients, most_per_day: mostPerDay } = pay
  const where = { chainIds: [chainId], recipients }
  if (asset === 'native') return { ...none, transactions: { ...where, mostWeiPerDay: mostPerDay } }
  const token = { chainId, contract: asset, mostPerDay, authorizations: true } as const
  const fees = { mostWeiPerDay: pay.most_fees_per_day, onlyFees: true } as const
  return { ...none, transactions: { ...where, ...fees, tokens: [token] } }
}

/** Whether a policy is one that a user can choose for a program. */
export function isProgramPolicy(policy: unknown): policy is Policy {
  const read = delegationPolicy.safeParse(policy)
  if (!read.success) return false
  const { messages, typedData, transactions, solana } = read.data
  return !messages && !typedData && !solana && (transactions?.chainIds.length ?? 1) === 1
}
