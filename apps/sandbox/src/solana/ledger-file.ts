import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LedgerState } from './ledger.js'

/** Saves the chain's state in `folder`/solana.json, replacing the file atomically. */
export function saveLedger(folder: string, state: LedgerState): void {
  const path = join(folder, 'solana.json')
  const text = JSON.stringify(state, (_, item) =>
    typeof item === 'bigint' ? { bigint: String(item) } : item,
  )
  writeFileSync(`${path}.new`, text, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/** Loads the state that `saveLedger` wrote; undefined when it is missing, unreadable or of an earlier version. */
export function loadLedger(folder: string): LedgerState | undefined {
  try {
    const state: Partial<LedgerState> = JSON.parse(
      readFileSync(join(folder, 'solana.json'), 'utf8'),
      (_, item) => (typeof item?.bigint === 'string' ? BigInt(item.bigint) : item),
    )
    const { slot, accounts, blockhashes, history } = state
    return slot && accounts && blockhashes && history
      ? { slot, accounts, blockhashes, history }
      : undefined
  } catch {
    // First start, or a crash during a write: the chain starts empty.
    return undefined
  }
}
