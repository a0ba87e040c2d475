import { toBase58 } from './bytes.js'
import type { SolanaStep } from './reading.js'
import type { Instruction } from './solana-message.js'

/** What an instruction of the system program does; null for one that is not of exactly a known form. */
export function systemStep(accounts: Instruction['accounts'], view: DataView): SolanaStep | null {
  const [first, second] = accounts
  if (!first || view.byteLength < 4) return null
  const tag = view.getUint32(0, true)
  if (tag === 0 && view.byteLength === 52 && second) {
    return {
      ...{ kind: 'create-account', from: first, account: second },
      ...{ lamports: view.getBigUint64(4, true), owner: addressAt(view, 20) },
    }
  }
  if (tag === 1 && view.byteLength === 36) return { kind: 'assign', account: first }
  if (tag === 2 && view.byteLength === 12 && second) {
    return { kind: 'send-sol', from: first, to: second, lamports: view.getBigUint64(4, true) }
  }
  if (tag === 3 && second) return createWithSeed({ from: first, account: second }, view)
  if (tag === 4 && view.byteLength === 4) return { kind: 'durable-nonce', account: first }
  return null
}

/** Base, the length of the seed, the seed, lamports, space, owner. */
function createWithSeed(
  accounts: { from: string; account: string },
  view: DataView,
): SolanaStep | null {
  if (view.byteLength < 44) return null
  const end = 44 + Number(view.getBigUint64(36, true))
  if (view.byteLength !== end + 48) return null
  const lamports = view.getBigUint64(end, true)
  return { kind: 'create-account', ...accounts, lamports, owner: addressAt(view, end + 16) }
}

/** The address of 32 bytes at `offset`. */
export function addressAt(view: DataView, offset: number): string {
  return toBase58(new Uint8Array(view.buffer, view.byteOffset + offset, 32))
}
