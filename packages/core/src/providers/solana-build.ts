import { solanaAddress } from '@sallyport/contract'
import type { Address, Blockhash } from '@solana/kit'
import type { SallyportClient } from '../client.js'
import { RpcError } from '../errors.js'
import type { SolanaCluster } from '../types.js'
import { clusterUrlOf } from './chains.js'
import { jsonRpc } from './json-rpc.js'
import { loadSolanaKit } from './load-solana-kit.js'
import { contextValue } from './solana-status.js'

/** One instruction of a transaction. */
export interface SolanaInstructionInput {
  /** Address of the program. */
  program: string
  accounts: readonly { address: string; isSigner: boolean; isWritable: boolean }[]
  data: Uint8Array
}

/** A transfer of a token of the SPL token program. */
export interface TokenTransfer {
  from: string
  to: string
  mint: string
  units: bigint
  decimals: number
}

const programs = {
  system: '1'.repeat(32),
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  associatedToken: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
} as const

/**
 * An unsigned transaction of `instructions` that `from` pays for, as wire bytes, valid for about a minute.
 *
 * @throws RpcError -32602 for an invalid address.
 */
export async function buildTransaction(
  client: SallyportClient,
  job: { from: string; cluster: SolanaCluster; instructions: readonly SolanaInstructionInput[] },
): Promise<Uint8Array> {
  const kit = await loadSolanaKit()
  const from = readAddress(job.from)
  const answer = await jsonRpc(client.environment, clusterUrlOf(job.cluster), {
    method: 'getLatestBlockhash',
    params: [{ commitment: 'confirmed' }],
  })
  const latest = contextValue(answer)
  if (!latest || typeof latest !== 'object' || !('blockhash' in latest)) throw new RpcError(-32603)
  const lifetime = {
    // The node's own answer; a wrong one is refused at broadcast.
    blockhash: String(latest.blockhash) as Blockhash,
    lastValidBlockHeight:
      'lastValidBlockHeight' in latest ? BigInt(Number(latest.lastValidBlockHeight)) : 0n,
  }
  const empty = kit.createTransactionMessage({ version: 0 })
  const paid = kit.setTransactionMessageFeePayer(from, empty)
  const timed = kit.setTransactionMessageLifetimeUsingBlockhash(lifetime, paid)
  const message = kit.appendTransactionMessageInstructions(job.instructions.map(toKit), timed)
  return Uint8Array.from(kit.getTransactionEncoder().encode(kit.compileTransaction(message)))
}

/** An unsigned transfer of `lamports`, as `buildTransaction`. */
export function buildTransfer(
  client: SallyportClient,
  { cluster, ...job }: { from: string; to: string; lamports: bigint; cluster: SolanaCluster },
): Promise<Uint8Array> {
  return buildTransaction(client, {
    from: job.from,
    cluster,
    instructions: [transferInstruction(job)],
  })
}

/** The system program's transfer: instruction number 2 as u32, then the lamports as u64, both little-endian. */
function transferInstruction(job: {
  from: string
  to: string
  lamports: bigint
}): SolanaInstructionInput {
  const data = new Uint8Array(12)
  const view = new DataView(data.buffer)
  view.setUint32(0, 2, true)
  view.setBigUint64(4, readUnits(job.lamports, 'lamports'), true)
  return {
    program: programs.system,
    accounts: [signer(job.from), writable(readAddress(job.to))],
    data,
  }
}

/**
 * What sends a token from the associated account of one wallet to that of another, which is made when it is missing: the payer
 * pays its rent.
 */
export async function tokenInstructions(job: TokenTransfer): Promise<SolanaInstructionInput[]> {
  const [source, target] = await Promise.all([
    accountOf(job.from, job.mint),
    accountOf(job.to, job.mint),
  ])
  const data = new Uint8Array(10)
  const view = new DataView(data.buffer)
  // TransferChecked: number 12, the units as u64, the decimals.
  view.setUint8(0, 12)
  view.setBigUint64(1, readUnits(job.units, 'units'), true)
  view.setUint8(9, job.decimals)
  return [
    {
      // CreateIdempotent.
      program: programs.associatedToken,
      accounts: [
        signer(job.from),
        writable(target),
        readable(job.to),
        readable(job.mint),
        readable(programs.system),
        readable(programs.token),
      ],
      data: Uint8Array.of(1),
    },
    {
      program: programs.token,
      accounts: [
        writable(source),
        readable(job.mint),
        writable(target),
        { address: job.from, isSigner: true, isWritable: false },
      ],
      data,
    },
  ]
}

/** The address of the account that holds a wallet's tokens of one kind. */
async function accountOf(owner: string, mint: string): Promise<string> {
  const kit = await loadSolanaKit()
  const encoder = kit.getAddressEncoder()
  const seeds = [owner, programs.token, mint].map((each) => encoder.encode(readAddress(each)))
  const [address] = await kit.getProgramDerivedAddress({
    programAddress: readAddress(programs.associatedToken),
    seeds,
  })
  return address
}

const signer = (address: string) => ({ address, isSigner: true, isWritable: true })
const writable = (address: string) => ({ address, isSigner: false, isWritable: true })
const readable = (address: string) => ({ address, isSigner: false, isWritable: false })

/** Account roles of @solana/kit: bit 0 writable, bit 1 signer. */
function toKit({ program, accounts, data }: SolanaInstructionInput) {
  return {
    programAddress: readAddress(program),
    accounts: accounts.map(({ address, isSigner, isWritable }) => ({
      address: readAddress(address),
      role: (isSigner ? 2 : 0) + (isWritable ? 1 : 0),
    })),
    data,
  }
}

function readAddress(text: string): Address {
  const parsed = solanaAddress.safeParse(text)
  if (!parsed.success) throw new RpcError(-32602, { message: 'Invalid Solana address' })
  // Checked by the contract's rules.
  return parsed.data as Address
}

/** What a transfer can carry: a whole number in 64 bits. */
function readUnits(units: bigint, name: string): bigint {
  if (typeof units === 'bigint' && units >= 0n && units < 1n << 64n) return units
  throw new RpcError(-32602, { message: `${name} must be a bigint from 0 to 2⁶⁴ − 1` })
}
