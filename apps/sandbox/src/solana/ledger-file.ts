import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LedgerState } from './ledger.js'

/** Writes the chain's state into `folder`, each file replaced whole. */
export function saveLedger(folder: string, { svm, ...rest }: LedgerState): void {
  const text = JSON.stringify(rest, (_, item) =>
    typeof item === 'bigint' ? { bigint: String(item) } : item,
  )
  replace(join(folder, 'solana.bin'), svm)
  replace(join(folder, 'solana.json'), text)
}

/** The state `saveLedger` wrote, or undefined when there is none that can be read. */
export function loadLedger(folder: string): LedgerState | undefined {
  try {
    const svm = new Uint8Array(readFileSync(join(folder, 'solana.bin')))
    const rest: Omit<LedgerState, 'svm'> = JSON.parse(
      readFileSync(join(folder, 'solana.json'), 'utf8'),
      (_, item) => (typeof item?.bigint === 'string' ? BigInt(item.bigint) : item),
    )
    return { svm, ...rest }
  } catch {
    // A first start, or a state cut off by a crash: the chain begins anew.
    return undefined
  }
}

function replace(path: string, content: string | Uint8Array): void {
  writeFileSync(`${path}.new`, content, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}
