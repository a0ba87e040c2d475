import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LedgerState } from './ledger.js'

/** Saves the chain's state in `folder`, replacing each file atomically. */
export function saveLedger(folder: string, { svm, ...rest }: LedgerState): void {
  const text = JSON.stringify(rest, (_, item) =>
    typeof item === 'bigint' ? { bigint: String(item) } : item,
  )
  replace(join(folder, 'solana.bin'), svm)
  replace(join(folder, 'solana.json'), text)
}

/** Loads the state that `saveLedger` wrote; undefined when it is missing or unreadable. */
export function loadLedger(folder: string): LedgerState | undefined {
  try {
    const svm = new Uint8Array(readFileSync(join(folder, 'solana.bin')))
    const rest: Omit<LedgerState, 'svm'> = JSON.parse(
      readFileSync(join(folder, 'solana.json'), 'utf8'),
      (_, item) => (typeof item?.bigint === 'string' ? BigInt(item.bigint) : item),
    )
    return { svm, ...rest }
  } catch {
    // First start, or a crash during a write: the chain starts empty.
    return undefined
  }
}

function replace(path: string, content: string | Uint8Array): void {
  writeFileSync(`${path}.new`, content, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}
