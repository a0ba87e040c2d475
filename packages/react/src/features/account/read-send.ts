import { decodeBase58 } from '@sallyport/contract'
import type { WalletAccount } from '@sallyport/core'
import { parseAmount } from '../../parse-amount.js'

/** What is wrong with one field of a transfer. */
export interface SendProblem {
  field: 'to' | 'amount'
  reason: 'address' | 'self' | 'amount' | 'balance'
}

/** A transfer as its form reads it. */
type ReadSend = { found: true; to: string; units: bigint } | { found: false; problem: SendProblem }

/** Reads recipient and amount. A wrong checksum counts as no address. */
export async function readSend(
  form: { to: string; amount: string },
  {
    wallet,
    decimals,
    units,
  }: {
    wallet: Pick<WalletAccount, 'address' | 'chainType'>
    decimals: number
    /** The balance; null when it is not known. */
    units: bigint | null
  },
): Promise<ReadSend> {
  const refuse = (field: SendProblem['field'], reason: SendProblem['reason']) =>
    ({ found: false, problem: { field, reason } }) as const
  const to = form.to.trim()
  if (!(await isAddress(to, wallet.chainType))) return refuse('to', 'address')
  if (to.toLowerCase() === wallet.address.toLowerCase()) return refuse('to', 'self')
  const amount = parseAmount(form.amount, decimals)
  if (amount === null || amount === 0n) return refuse('amount', 'amount')
  if (units !== null && amount > units) return refuse('amount', 'balance')
  return { found: true, to, units: amount }
}

async function isAddress(text: string, chainType: string): Promise<boolean> {
  if (chainType === 'solana') return decodeBase58(text)?.length === 32
  const viem = await import('viem')
  return viem.isAddress(text)
}
