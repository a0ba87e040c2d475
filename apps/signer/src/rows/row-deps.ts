import type { RecordCipher } from '@sallyport/crypto'
import type { SignerDatabase } from '../database.js'
import type { RowCache } from './row-cache.js'
import type { NotedChange, RowVersions } from './row-versions.js'

/** What reading and writing rows of an app needs, inside a transaction that has synced the app's versions. */
export interface RowDeps {
  db: SignerDatabase
  cipher: RecordCipher
  versions: RowVersions
  /** What was read of rows at their newest version. */
  cache: RowCache
  /** What was changed in the transaction. */
  noted: NotedChange[]
  /** Name of the request that its owner has signed: it goes with the rows that it changes. Set by `authorizeChange`. */
  request?: string
}
