import type { SolanaCluster } from '@sallyport/core'
import { toBase58 } from './base58.js'
import type { Action, Draft } from './preview.js'

const systemProgram = '11111111111111111111111111111111'
const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111'
const transferTag = 2

/** What a Solana transaction says about itself. Bytes we cannot read are shown as programs unknown. */
export function readSolana(request: {
  address: string
  cluster: SolanaCluster
  transaction: string
}): Draft {
  const { address, cluster, transaction } = request
  const instructions = instructionsOf(fromBase64(transaction))
  const transfers = instructions.flatMap((each) => transferOf(each) ?? [])
  const out = transfers.filter((each) => each.from === address)
  const spent = lamports(out.reduce((sum, each) => sum + each.units, 0n))
  const programs = [...new Set(instructions.map((each) => each.program))].filter(
    (program) => program !== computeBudgetProgram,
  )
  const [only] = transfers
  const isSend = only?.from === address && transfers.length === 1 && programs.length === 1
  const action: Action = isSend
    ? { kind: 'send', amount: spent, to: only.to }
    : { kind: 'programs', programs, amount: spent }
  const names = instructions.map((each) => each.program).join('\n')
  return {
    action,
    spent,
    network: networkName(cluster),
    from: address,
    details: names === '' ? [] : [{ label: 'instructions', value: names }],
  }
}

/** The message part of a wire transaction, base64, as `getFeeForMessage` wants it. */
export function messageOf(transaction: string): string {
  const bytes = fromBase64(transaction)
  const count = compact(bytes, 0)
  return btoa(String.fromCharCode(...bytes.subarray(count.next + count.value * 64)))
}

/** A cluster's name for people. */
export function networkName(cluster: SolanaCluster): string {
  const names = {
    'mainnet-beta': 'Solana',
    testnet: 'Solana Testnet',
    devnet: 'Solana Devnet',
    localnet: 'Solana Localnet',
  } as const satisfies Record<SolanaCluster['name'], string>
  return names[cluster.name]
}

function lamports(units: bigint) {
  return { units, decimals: 9, symbol: 'SOL' }
}

interface Instruction {
  program: string
  accounts: string[]
  data: Uint8Array
}

function transferOf({ program, accounts, data }: Instruction) {
  const [from, to] = accounts
  if (program !== systemProgram || data.length !== 12 || !from || !to) return null
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (view.getUint32(0, true) !== transferTag) return null
  return { from, to, units: view.getBigUint64(4, true) }
}

/** Instructions of a legacy or version 0 message; empty when the bytes end early. @see Solana docs, "Transactions". */
function instructionsOf(bytes: Uint8Array): Instruction[] {
  try {
    const signatures = compact(bytes, 0)
    let at = signatures.next + signatures.value * 64
    // The top bit of the first byte marks a versioned message.
    if (((bytes[at] ?? 0) & 0x80) !== 0) at += 1
    const keys = compact(bytes, at + 3)
    const keyAt = (index: number) => {
      const start = keys.next + index * 32
      // Keys from lookup tables are not in the message.
      return index < keys.value ? toBase58(slice(bytes, start, 32)) : '?'
    }
    at = keys.next + keys.value * 32 + 32
    const count = compact(bytes, at)
    at = count.next
    const found: Instruction[] = []
    for (let index = 0; index < count.value; index += 1) {
      const program = slice(bytes, at, 1)[0] ?? 0
      const accounts = compact(bytes, at + 1)
      const data = compact(bytes, accounts.next + accounts.value)
      found.push({
        program: keyAt(program),
        accounts: [...slice(bytes, accounts.next, accounts.value)].map(keyAt),
        data: slice(bytes, data.next, data.value),
      })
      at = data.next + data.value
    }
    return found
  } catch {
    // Unreadable is unknown, and the screen says so; the node refuses such bytes anyway.
    return []
  }
}

function slice(bytes: Uint8Array, at: number, length: number): Uint8Array {
  if (at + length > bytes.length) throw new RangeError('The transaction ends early')
  return bytes.subarray(at, at + length)
}

/** Solana's compact-u16: seven bits a byte, low bits first. */
function compact(bytes: Uint8Array, at: number): { value: number; next: number } {
  let value = 0
  for (let index = 0; index < 3; index += 1) {
    const byte = slice(bytes, at + index, 1)[0] ?? 0
    value |= (byte & 0x7f) << (index * 7)
    if ((byte & 0x80) === 0) return { value, next: at + index + 1 }
  }
  throw new RangeError('A length is too long')
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
}
