import type { SignerDeps } from '../../signer-deps.js'
import type { RowDeps } from './wallet-rows.js'

/** An app, and what is done with its wallets and quorums. */
interface Use {
  appId: string
  /** `use` reads and signs, many at once; `change` writes what counts as a change; `begin` makes what may be the app's first row. */
  kind: 'use' | 'change' | 'begin'
}

/**
 * Does work with rows of an app in one transaction, whose versions are known from its beginning. What it has changed is
 * remembered once it is committed, so that this process misses it when it is gone.
 *
 * @throws CallRefused `not_found` for an app without rows; RowRefused.
 */
export async function inApp<T>(
  { appId, kind }: Use,
  deps: SignerDeps,
  work: (rows: RowDeps) => Promise<T>,
): Promise<T> {
  const noted: RowDeps['noted'] = []
  const result = await deps.db.transaction().execute(async (db) => {
    const rows: RowDeps = { db, cipher: deps.cipher, versions: deps.versions, noted }
    if (kind === 'begin') await deps.versions.begin(appId, rows)
    await deps.versions.sync(appId, kind === 'change' ? 'update' : 'share', rows)
    return work(rows)
  })
  for (const change of noted) deps.versions.remember(change)
  return result
}
