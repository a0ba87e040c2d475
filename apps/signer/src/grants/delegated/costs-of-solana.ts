import type { DelegationConsent } from '@sallyport/contract'
import { readSolana, type SolanaReading, solanaPrograms } from '@sallyport/contract/requests'
import { CallRefused } from '@sallyport/keyholder'
import { messageOf } from '../../prepare/solana.js'
import { PolicyRefusal } from '../../refusals.js'
import type { Cost } from '../../reserve.js'

type Rules = NonNullable<DelegationConsent['policy']['solana']>

/**
 * What a Solana transaction costs, which only the wallet signs and pays for. It may send SOL and tokens that the user has allowed,
 * set its fee and carry a memo; every other instruction, and accounts of look-up tables, are refused.
 *
 * @throws PolicyRefusal, or CallRefused `invalid_request`.
 */
export function costsOfSolana(
  base64: string,
  { policy, address }: Pick<DelegationConsent, 'policy' | 'address'>,
): readonly Cost[] {
  const rules = policy.solana
  if (!rules) throw new PolicyRefusal('Transactions are not allowed')
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'))
  const message = messageOf(bytes)
  if (bytes.length - message.length !== 65) throw refused('Other signatures')
  const reading = readSolana(message)
  if (!reading) throw refused('Not a transaction')
  if (reading.signers !== 1 || reading.feePayer !== address)
    throw new PolicyRefusal('Another account signs or pays')
  if (reading.tables.length > 0) throw new PolicyRefusal('Accounts are in look-up tables')
  return costsOf(reading, { rules, address })
}

function costsOf(
  { steps, programs, maxFeeLamports }: SolanaReading,
  { rules, address }: { rules: Rules; address: string },
): Cost[] {
  const spent = new Map<string, Cost>()
  const add = (asset: string, amount: bigint, mostPerDay: string) =>
    spent.set(asset, { asset, mostPerDay, amount: (spent.get(asset)?.amount ?? 0n) + amount })
  const requireRecipient = (to: string) => {
    if (rules.recipients && !rules.recipients.includes(to))
      throw new PolicyRefusal('Another recipient')
  }
  add('lamports', maxFeeLamports, rules.mostLamportsPerDay)
  for (const [index, step] of steps.entries()) {
    if (step.kind === 'fee-settings' || step.kind === 'memo') continue
    if (step.kind === 'send-sol' && step.from === address) {
      requireRecipient(step.to)
      add('lamports', step.lamports, rules.mostLamportsPerDay)
      continue
    }
    // Of Token-2022 a mint can run another program with each transfer.
    if (step.kind !== 'send-token' || programs[index] !== solanaPrograms.token)
      throw new PolicyRefusal('An instruction is not allowed')
    const token = rules.tokens?.find(({ mint }) => mint === step.amount.mint)
    if (!token) throw new PolicyRefusal('Another token')
    requireRecipient(step.to)
    add(token.mint, step.amount.units, token.mostPerDay)
  }
  return [...spent.values()]
}

function refused(reason: string): CallRefused {
  return new CallRefused('invalid_request', new Error(reason))
}
