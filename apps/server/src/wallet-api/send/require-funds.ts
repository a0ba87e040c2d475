import { ApiError } from '@sallyport/contract'
import type { EthereumTransaction } from '@sallyport/contract/wallet-api'
import type { FilledTransaction } from '@sallyport/protocols/signer'
import { findSignedWithNonce } from '../../db/wallet-transactions.js'
import type { Deps } from '../../deps.js'
import type { Draft, Sending } from './send.js'

/** What a transaction may cost more than its account has, in wei. */
export interface Shortfall {
  has: bigint
  value: bigint
  /** The most that its fee may be. */
  fee: bigint
}

/** What an account lacks for a transaction: its value and the most that its fee may be. Undefined where it lacks nothing, or where nothing says so. */
export function shortfallOf(
  asked: EthereumTransaction,
  { filled, has }: { filled: FilledTransaction; has: bigint | null },
): Shortfall | undefined {
  const numberOf = (name: 'gas_limit' | 'max_fee_per_gas' | 'gas_price') =>
    asked[name] ?? (filled[name] === undefined ? undefined : BigInt(filled[name]))
  const price = numberOf('max_fee_per_gas') ?? numberOf('gas_price') ?? 0n
  const fee = (numberOf('gas_limit') ?? 0n) * price
  const value = asked.value ?? 0n
  return has === null || has >= value + fee ? undefined : { has, value, fee }
}

/**
 * Refuses what its account can't pay, before anything is signed or taken from limits: the same request may come again once there is enough.
 * A caller who may not ask, or who asks for what a policy does not allow, is told that first. What was signed before is not refused: it may be the reason why
 * the account has less now.
 *
 * @throws ApiError `insufficient_funds`; what the signer refuses.
 */
export async function requireFunds(
  deps: Pick<Deps, 'db'>,
  sending: Pick<Sending, 'caip2' | 'judge'> & { sender: string },
  draft: Draft,
): Promise<void> {
  const { shortfall, filled, nonces } = draft
  if (shortfall === undefined) return
  const { caip2, sender } = sending
  const isChosen = filled?.nonce === undefined && nonces !== undefined
  if (isChosen && (await findSignedWithNonce(deps.db, { caip2, sender, nonce: nonces.first })))
    return
  const used = await sending.judge?.(draft)
  if (used !== undefined && used.nonce !== filled?.nonce) return
  const { has, value, fee } = shortfall
  throw new ApiError('insufficient_funds', {
    message: `Insufficient funds for it and its fee: the wallet has ${has} wei, and it may cost ${value + fee} (${value} and a fee of ${fee})`,
  })
}
