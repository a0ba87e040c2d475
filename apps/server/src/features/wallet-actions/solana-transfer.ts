import { ApiError, decodeBase58 } from '@sallyport/contract'
import type { Broadcast } from '../../ports/broadcast.js'

const systemProgram = new Uint8Array(32)
/** Instruction of the system program that moves lamports. */
const transferInstruction = 2

/**
 * A transaction that moves lamports, with room for the signature of its sender, in base64.
 *
 * @see Solana, "Transactions and Instructions": the legacy message.
 */
export async function solanaTransfer(
  broadcast: Broadcast,
  { caip2, from, to, lamports }: { caip2: string; from: string; to: string; lamports: bigint },
): Promise<string> {
  const blockhash = await latestBlockhash(broadcast, caip2)
  const data = Buffer.alloc(12)
  data.writeUInt32LE(transferInstruction, 0)
  data.writeBigUInt64LE(lamports, 4)
  const isSelf = from === to
  const accounts = [from, ...(isSelf ? [] : [to])].map(read32)
  const message = Buffer.concat([
    // One signature; of the accounts that do not sign, the program is not written to.
    Buffer.from([1, 0, 1, accounts.length + 1]),
    ...accounts,
    systemProgram,
    read32(blockhash),
    Buffer.from([1, accounts.length, 2, 0, isSelf ? 0 : 1, data.length]),
    data,
  ])
  return Buffer.concat([Buffer.from([1]), Buffer.alloc(64), message]).toString('base64')
}

async function latestBlockhash(broadcast: Broadcast, caip2: string): Promise<string> {
  const answer = (await broadcast.ask({ caip2, method: 'getLatestBlockhash', params: [] })) as {
    value?: { blockhash?: unknown }
  } | null
  const blockhash = answer?.value?.blockhash
  if (typeof blockhash === 'string') return blockhash
  throw new Error('The node answered no blockhash')
}

/** @throws ApiError `invalid_data` for what is not 32 bytes in base58. */
function read32(text: string): Uint8Array {
  const bytes = decodeBase58(text)
  if (bytes?.length === 32) return bytes
  throw new ApiError('invalid_data', {
    message: 'destination.address is not an address of the network',
    data: { field: 'destination.address' },
  })
}
