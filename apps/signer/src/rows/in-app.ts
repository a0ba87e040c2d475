import type { SignerDeps } from '../signer-deps.js'
import type { RowDeps } from './row-deps.js'

/** Where rows of apps are. */
type RowSource = Pick<SignerDeps, 'db' | 'cipher' | 'versions' | 'cache'>

/** An app, and what is done with its wallets and quorums. */
interface Use {
  appId: string
  /**
   * `use` reads and signs, many at once; `change` writes what counts as a change. `begin` and `begin-change` are the same where it may be
   * the app's first row.
   */
  kind: 'use' | 'change' | 'begin' | 'begin-change'
}

/**
 * Does work with rows of an app in one transaction, whose versions are known from its beginning. What it has changed is
 * remembered once it is committed, so that this process misses it when it is gone.
 *
 * @throws CallRefused `not_found` for an app without rows; RowRefused.
 */
export async function inApp<T>(
  { appId, kind }: Use,
  deps: RowSource,
  work: (rows: RowDeps) => Promise<T>,
): Promise<T> {
  const noted: RowDeps['noted'] = []
  const result = await deps.db.transaction().execute(async (db) => {
    const { cipher, versions, cache } = deps
    const rows: RowDeps = { db, cipher, versions, cache, noted }
    if (kind === 'begin' || kind === 'begin-change') await versions.begin(appId, rows)
    const isChange = kind === 'change' || kind === 'begin-change'
    await versions.sync(appId, isChange ? 'update' : 'share', rows)
    return work(rows)
  })
  for (const change of noted) deps.versions.remember(change)
  return result
}
