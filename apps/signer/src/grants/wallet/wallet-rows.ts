import type { EmbeddedChain } from '@sallyport/contract'
import type { RecordPlace } from '@sallyport/crypto'
import { CallRefused } from '@sallyport/keyholder'
import type { RowDeps } from '../../rows/row-deps.js'
import { openJson, sealJson } from '../../rows/row-versions.js'

/** A server wallet as the signer keeps it. */
export interface ServerWallet {
  id: string
  appId: string
  /** `pending` until both halves were stored and read back. */
  state: 'pending' | 'active' | 'archived'
  chainType: EmbeddedChain
  address: string
  /** As accounts carry it, where the address does not say it. */
  publicKey: string | null
  /** Entropy of fewer than 32 bytes is filled up with zeros; `bytes` are its own. */
  secret: { kind: 'entropy' | 'private-key'; index: number; bytes?: number }
  /** The signer's half of the secret, base64url. */
  share: string
  /** The private key under the whole secret, base64url; see `sealKey`. Imported keys and older wallets have none. */
  sealedKey?: string
  /** Id of the quorum that owns it. */
  owner: string | null
  signers: readonly { quorumId: string; policyIds: readonly string[] }[]
  policyIds: readonly string[]
  createdAtMs: number
  importedAtMs: number | null
  exportedAtMs: number | null
  archivedAtMs?: number | null
  /** How often it was changed. */
  version: number
}

/** Where a wallet's record is. */
export function placeOfWallet(appId: string, id: string): RecordPlace {
  return { table: 'wallet', column: 'record', row: [appId, id] }
}

/**
 * A wallet of the app, locked until the transaction ends.
 *
 * @throws CallRefused `not_found`; RowRefused when it is not as the signer wrote it last.
 */
export async function lockWallet(
  { appId, walletId }: { appId: string; walletId: string },
  { db, cipher, versions }: RowDeps,
): Promise<ServerWallet> {
  const row = await db
    .selectFrom('wallet')
    .select('record')
    .where('wallet_id', '=', walletId)
    .where('app_id', '=', appId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new CallRefused('not_found')
  const wallet = await openJson<ServerWallet>(row.record, placeOfWallet(appId, walletId), cipher)
  versions.check({ appId, table: 'wallet', id: walletId, version: wallet.version })
  return wallet
}

/** Stores a wallet that is new. */
export async function insertWallet(wallet: ServerWallet, { db, cipher }: RowDeps): Promise<void> {
  await db
    .insertInto('wallet')
    .values({
      wallet_id: wallet.id,
      app_id: wallet.appId,
      is_pending: wallet.state === 'pending',
      created_at_ms: String(wallet.createdAtMs),
      record: await sealJson(wallet, placeOfWallet(wallet.appId, wallet.id), cipher),
    })
    .execute()
}

/** Writes a wallet that was locked, without counting a change: the row of before allows no more than this one. */
export async function writeWallet(wallet: ServerWallet, { db, cipher }: RowDeps): Promise<void> {
  await db
    .updateTable('wallet')
    .set({
      is_pending: wallet.state === 'pending',
      record: await sealJson(wallet, placeOfWallet(wallet.appId, wallet.id), cipher),
    })
    .where('wallet_id', '=', wallet.id)
    .execute()
}

/** Writes a change of a wallet that was locked, and counts it: the row of before is refused from then on. */
export async function changeWallet(
  before: ServerWallet,
  change: Partial<ServerWallet>,
  deps: RowDeps,
) {
  const changed = { ...before, ...change, version: before.version + 1 }
  await deps.versions.noteChange(
    { appId: changed.appId, table: 'wallet', id: changed.id, version: changed.version },
    deps,
  )
  await writeWallet(changed, deps)
  return changed
}
