import { authenticRows } from '../../authority/authentic-rows.js'
import type { HashKey } from '../../authority/keyed-hash.js'
import { isRowMac, rowMac } from '../../authority/row-mac.js'
import { refuseRow } from '../../authority/row-refused.js'
import type { Db } from '../../db/connect.js'
import { fromHex } from '../../db/hex.js'
import type { GenerationKey, GenerationRecord } from '../../db/share-generations.js'
import {
  listActiveRoots,
  type NewAccount,
  type RootAccount,
  type RootKey,
  type RootRecord,
  readRoot,
} from '../../db/wallet-roots.js'
import type { Deps } from '../../deps.js'
import type { Owner } from './owner.js'

/** The owner's active roots, the oldest first. @throws RowRefused for one that this server did not store for them. */
export async function listOwnRoots(deps: Deps, owner: Owner): Promise<RootRecord[]> {
  const roots = await listActiveRoots(deps.db, owner)
  for (const root of roots) requireAuthenticRoot(deps, owner, root)
  return roots
}

/**
 * A root of the owner, in the transaction `db` when there is one.
 *
 * @throws RowRefused when this server did not store it, or one of its addresses, for them.
 */
export async function readOwnRoot(
  deps: Deps,
  { appId, userId, walletId }: RootKey,
  db: Db = deps.db,
): Promise<RootRecord | undefined> {
  const root = await readRoot(db, { appId, userId, walletId })
  if (root !== undefined) requireAuthenticRoot(deps, { appId, userId }, root)
  return root
}

/** Addresses ready to be added to a root. */
export function withMacs(
  accounts: readonly RootAccount[],
  { key, root }: { key: HashKey; root: RootKey },
): NewAccount[] {
  const place = placeOf(root)
  return accounts.map((account) => ({
    ...account,
    mac: rowMac(key, authenticRows.walletAccount, { ...place, ...account }),
  }))
}

/** What is checked of a device's row. */
type DeviceRow = Pick<
  GenerationRecord,
  'device_public_key' | 'ended_at' | 'mac' | 'recovery_method' | 'recovery_locator'
> & {
  state: GenerationRecord['state'] | null
}

/**
 * Refuses a device whose row this server did not write. What ends a device takes its `mac`, and each caller refuses an ended one
 * itself, so these pass.
 *
 * @throws RowRefused
 */
export function requireAuthenticDevice(
  deps: Deps,
  { appId, userId, walletId, generationId }: GenerationKey,
  row: DeviceRow,
): void {
  if (row.state === 'revoked' || row.ended_at !== null) return
  const device = { ...row, ...placeOf({ appId, userId, walletId }), generation_id: generationId }
  const of = authenticRows.shareGeneration
  if (isRowMac(row.mac, { key: deps.keyEncryption, of, row: device })) return
  throw refuseRow(deps, { table: 'share_generation', appId, userId })
}

function requireAuthenticRoot(deps: Deps, { appId, userId }: Owner, root: RootRecord): void {
  const key = deps.keyEncryption
  const place = placeOf({ appId, userId, walletId: root.wallet_id })
  const row = { ...root, ...place }
  const isAuthentic =
    isRowMac(root.mac, { key, of: authenticRows.walletRoot, row }) &&
    isRowMac(root.age_mac, { key, of: authenticRows.walletAge, row })
  if (!isAuthentic) {
    throw refuseRow(deps, { table: 'wallet_root', appId, userId })
  }
  for (const account of root.accounts) {
    const address = { ...place, ...account }
    const of = authenticRows.walletAccount
    if (isRowMac(fromHex(account.mac), { key, of, row: address })) continue
    throw refuseRow(deps, { table: 'wallet_account', appId, userId })
  }
}

function placeOf({ appId, userId, walletId }: RootKey) {
  return { app_id: appId, user_id: userId, wallet_id: walletId }
}
