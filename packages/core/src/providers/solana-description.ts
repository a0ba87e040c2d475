import { fromBase64, toBase64 } from '../bytes.js'
import type { SallyportClient } from '../client.js'
import { RpcError } from '../errors.js'
import type { SolanaCluster } from '../types.js'
import { clusterUrlOf } from './chains.js'
import { jsonRpc } from './json-rpc.js'
import { contextValue } from './solana-status.js'
import { readMessage, readMessageBytes } from './solana-transaction.js'

/** One instruction, decoded where its program is known. Addresses are base58, amounts lamports. */
export type SolanaInstruction =
  | { kind: 'sol-transfer'; from: string; to: string; lamports: bigint }
  | { kind: 'program'; program: string }

/** What a transaction would do and cost. */
export interface SolanaDescription {
  feePayer: string
  instructions: SolanaInstruction[]
  /** Null when the cluster could not say. */
  feeLamports: bigint | null
  /** Of the fee payer; null when the cluster could not say. */
  balanceLamports: bigint | null
  /** Whether the fee payer's known spending exceeds its balance. */
  isInsufficient: boolean
}

const systemProgram = '11111111111111111111111111111111'
const transferInstruction = 2

/** Reads the instructions of a message (wire bytes) that will be signed. @throws RpcError -32602 when it is not one. */
async function readInstructions(bytes: Uint8Array): Promise<{
  feePayer: string
  instructions: SolanaInstruction[]
}> {
  const message = await readMessage(bytes)
  const feePayer = message?.staticAccounts[0]
  if (!message || !feePayer || !('instructions' in message)) {
    throw new RpcError(-32602, { message: 'These bytes are not a Solana transaction' })
  }
  // Accounts from lookup tables are not in the bytes.
  const account = (index: number | undefined) => message.staticAccounts[index ?? -1] ?? 'unknown'
  const instructions = message.instructions.map((each): SolanaInstruction => {
    const program = account(each.programAddressIndex)
    const [from, to] = each.accountIndices ?? []
    const lamports = program === systemProgram ? transferAmount(each.data) : null
    return lamports === null
      ? { kind: 'program', program }
      : { kind: 'sol-transfer', from: account(from), to: account(to), lamports }
  })
  return { feePayer, instructions }
}

/** Describes a transaction (wire bytes, base64) for a screen that asks. @throws RpcError -32602. */
export async function describe(
  { environment }: SallyportClient,
  { transaction, cluster }: { transaction: string; cluster: SolanaCluster },
): Promise<SolanaDescription> {
  const bytes = await readMessageBytes(fromBase64(transaction))
  const { feePayer, instructions } = await readInstructions(bytes)
  const message = toBase64(bytes)
  const ask = async (method: string, parameter: string) => {
    const call = { method, params: [parameter, { commitment: 'confirmed' }] }
    // Without an answer the screen says so; the user may still sign.
    return amountOf(await jsonRpc(environment, clusterUrlOf(cluster), call).catch(() => null))
  }
  const [feeLamports, balanceLamports] = await Promise.all([
    ask('getFeeForMessage', message),
    ask('getBalance', feePayer),
  ])
  const spent = instructions.reduce(
    (sum, each) =>
      each.kind === 'sol-transfer' && each.from === feePayer ? sum + each.lamports : sum,
    feeLamports ?? 0n,
  )
  const isInsufficient = balanceLamports !== null && spent > balanceLamports
  return { feePayer, instructions, feeLamports, balanceLamports, isInsufficient }
}

/** Lamports of a system transfer: u32 instruction 2, u64 amount, little-endian; null for other instructions. */
function transferAmount(data: ArrayLike<number> | undefined): bigint | null {
  const bytes = Uint8Array.from(data ?? [])
  if (bytes.length !== 12) return null
  const view = new DataView(bytes.buffer)
  return view.getUint32(0, true) === transferInstruction ? view.getBigUint64(4, true) : null
}

function amountOf(answer: unknown): bigint | null {
  const value = contextValue(answer)
  return typeof value === 'number' ? BigInt(value) : null
}
