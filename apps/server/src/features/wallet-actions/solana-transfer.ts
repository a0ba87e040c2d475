import { solanaPrograms } from '@sallyport/contract/requests'
import type { Broadcast } from '../../ports/broadcast.js'
import { writeTransaction } from './solana-message.js'

/** Instruction of the system program that moves lamports. */
const transferInstruction = 2

/** An amount that moves from one account to another on Solana, in the smallest unit. */
export interface SolanaMove {
  caip2: string
  from: string
  to: string
  amount: bigint
}

/** A transaction that moves lamports, with room for the signature of its sender, in base64. */
export async function solanaTransfer(
  broadcast: Broadcast,
  { caip2, from, to, amount }: SolanaMove,
): Promise<string> {
  const data = Buffer.alloc(12)
  data.writeUInt32LE(transferInstruction, 0)
  data.writeBigUInt64LE(amount, 4)
  const accounts = [from, to].map((address) => ({ address, isWritable: true }))
  const instruction = { program: solanaPrograms.system, accounts, data }
  return writeTransaction(broadcast, { caip2, signer: from, instructions: [instruction] })
}
