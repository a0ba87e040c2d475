import { readableText, toHex } from './bytes.js'
import { inertText } from './inert-text.js'
import type { SolanaReading, SolanaStep } from './reading.js'
import { type Instruction, type LookupTables, readSolanaMessage } from './solana-message.js'
import { stakeStep } from './solana-stake.js'
import { systemStep } from './solana-system.js'
import { tokenStep } from './solana-token.js'

/** The programs whose instructions are read. */
export const solanaPrograms = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  tokenAccounts: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  computeBudget: 'ComputeBudget111111111111111111111111111111',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  stake: 'Stake11111111111111111111111111111111111111',
} as const
/** Programs that check the signatures in their data, whose number is its first byte. Each costs what one of the transaction does. */
const signatureChecks: ReadonlySet<string> = new Set([
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
])
/** Lamports of one signature; compute units an instruction gets unless it asks for others, and a transaction at most. */
const [signatureFee, defaultUnits, mostUnits] = [5_000n, 200_000n, 1_400_000n]
/** The longest data of an unknown instruction shown whole, in hex digits. */
const longestData = 2_000

/** Programs whose instructions move value or control between accounts. */
const movingPrograms: ReadonlySet<string> = new Set([
  solanaPrograms.system,
  solanaPrograms.token,
  solanaPrograms.token2022,
  solanaPrograms.tokenAccounts,
  solanaPrograms.stake,
])

/**
 * Reads the message of a Solana transaction; null when `bytes` are not exactly one.
 *
 * @param known  the addresses of look-up tables, as far as they are known.
 */
export function readSolana(bytes: Uint8Array, known: LookupTables = {}): SolanaReading | null {
  const message = readSolanaMessage(bytes, known)
  if (!message) return null
  const { feePayer, signers, instructions, tables, writable } = message
  return {
    kind: 'solana-transaction',
    feePayer,
    writable,
    steps: instructions.map((instruction) => readStep(instruction) ?? unread(instruction)),
    programs: instructions.map(({ program }) => program ?? '?'),
    maxFeeLamports:
      signatureFee * BigInt(signers + checkedSignatures(instructions)) + priorityFee(instructions),
    signers,
    tables: tables.filter((table) => known[table] === undefined),
    hidesAccounts: instructions.some(hidesAccount),
  }
}

function checkedSignatures(instructions: readonly Instruction[]): number {
  return instructions
    .filter(({ program }) => program !== null && signatureChecks.has(program))
    .reduce((sum, { data }) => sum + (data[0] ?? 0), 0)
}

/** Whether a step gives control of an account away. Who opens a stake in the same transaction says who may withdraw it. */
export function givesAuthority(step: SolanaStep): boolean {
  if (step.kind === 'stake') return step.act === 'authorize'
  return step.kind === 'set-authority' || step.kind === 'assign'
}

/** Whether the program, or an account that a known program moves value or control to, is not known (T-37). */
function hidesAccount({ program, accounts }: Instruction): boolean {
  return program === null || (movingPrograms.has(program) && accounts.includes(null))
}

/** What an instruction does; null for one that is not of exactly a known form. */
function readStep({ program, accounts, data }: Instruction): SolanaStep | null {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  switch (program) {
    case solanaPrograms.system:
      return systemStep(accounts, view)
    case solanaPrograms.stake:
      return stakeStep(accounts, view)
    case solanaPrograms.token:
    case solanaPrograms.token2022:
      return tokenStep(accounts, view)
    case solanaPrograms.tokenAccounts: {
      const [, , owner, mint] = accounts
      const isCreation = data.length === 0 || (data.length === 1 && (data[0] ?? 2) <= 1)
      return isCreation && owner && mint ? { kind: 'create-token-account', owner, mint } : null
    }
    case solanaPrograms.computeBudget:
      return budgetOf(view) ? { kind: 'fee-settings' } : null
    case solanaPrograms.memo: {
      const text = readableText(data)
      return text === null ? null : { kind: 'memo', text: inertText(text, longestData) }
    }
    default:
      return null
  }
}

function unread({ program, data }: Instruction): SolanaStep {
  const { text } = inertText(toHex(data), longestData)
  return { kind: 'unread', program: program ?? '?', data: text }
}

/** Price in millionths of a lamport a unit, and the limit of units, each where asked for. */
function budgetOf(view: DataView): { limit?: bigint; price?: bigint } | null {
  if (view.byteLength === 5 && view.getUint8(0) === 2) {
    return { limit: BigInt(view.getUint32(1, true)) }
  }
  if (view.byteLength === 9 && view.getUint8(0) === 3) return { price: view.getBigUint64(1, true) }
  const isOther = view.byteLength === 5 && [1, 4].includes(view.getUint8(0))
  return isOther ? {} : null
}

function priorityFee(instructions: readonly Instruction[]): bigint {
  const budgets = instructions
    .filter(({ program }) => program === solanaPrograms.computeBudget)
    .map(({ data }) => budgetOf(new DataView(data.buffer, data.byteOffset, data.byteLength)))
  const asked = Object.assign({}, ...budgets) as { limit?: bigint; price?: bigint } // what `budgetOf` gives
  const worked = BigInt(instructions.length - budgets.length)
  const limit = asked.limit ?? defaultUnits * worked
  const units = limit < mostUnits ? limit : mostUnits
  return ((asked.price ?? 0n) * units + 999_999n) / 1_000_000n
}
