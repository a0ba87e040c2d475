import { sql } from 'kysely'
import type { HashPart } from './keyed-hash.js'
import { authenticRow, textOf } from './row-mac.js'

const root = ['app_id', 'user_id', 'wallet_id'] as const

/** What a root's row says and its state does not change. */
export const walletRoot = authenticRow({
  table: 'wallet_root',
  purpose: 'wallet-root',
  keys: root,
  columns: [
    ...root,
    'imported',
    'confirming_chain',
    'custody_key',
    'recovery_method',
    'recovery_locator',
  ],
  parts: (row) => {
    const { app_id, user_id, wallet_id, imported, confirming_chain, custody_key } = row
    const parts: readonly HashPart[] = [app_id, user_id, wallet_id, imported, confirming_chain]
    // Rows without them keep the MAC they have.
    if (row.recovery_locator !== null) return [...parts, custody_key, ...recoveryParts(row)]
    return custody_key === null ? parts : [...parts, custody_key]
  },
})

/** Since when there is a root, and since when it is recovered in another way: the ages of logins and of secrets are counted by it. */
export const walletAge = authenticRow({
  table: 'wallet_root',
  mac: 'age_mac',
  purpose: 'wallet-age',
  keys: root,
  columns: [...root, 'created_at', 'recovery_set_at'],
  parts: (row) => [row.app_id, row.user_id, row.wallet_id, row.created_at, row.recovery_set_at],
})

/** An address of a root. */
export const walletAccount = authenticRow({
  table: 'wallet_account',
  purpose: 'wallet-address',
  keys: [...root, 'chain_type', 'wallet_index'],
  columns: [...root, 'chain_type', 'wallet_index', 'address', 'public_key'],
  parts: (row) => [
    row.app_id,
    row.user_id,
    row.wallet_id,
    row.chain_type,
    row.wallet_index,
    row.address,
    row.public_key,
  ],
})

/** A device of a root: whose signature gets the share that the row holds. */
export const shareGeneration = authenticRow({
  table: 'share_generation',
  purpose: 'device',
  keys: [...root, 'generation_id'],
  columns: [...root, 'generation_id', 'device_public_key', 'recovery_method', 'recovery_locator'],
  live: sql`ended_at is null and state <> 'revoked'`,
  parts: (row) => [
    row.app_id,
    row.user_id,
    row.wallet_id,
    row.generation_id,
    textOf(row.device_public_key),
    ...recoveryParts(row),
  ],
})

function recoveryParts(row: { recovery_method: string; recovery_locator: string | null }) {
  return row.recovery_locator === null ? [] : [row.recovery_method, row.recovery_locator]
}
