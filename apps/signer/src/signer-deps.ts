import type { RecordCipher } from '@sallyport/crypto'
import type { Clock, SealKeyPair, TurnTimeout } from '@sallyport/keyholder'
import type { SignerDatabase } from './database.js'
import type { Spent } from './policy-rows/spend.js'
import type { KnownNames } from './rows/known-names.js'
import type { RowCache } from './rows/row-cache.js'
import type { RowVersions } from './rows/row-versions.js'

/** What the calls of the signer need. */
export interface SignerDeps extends TurnTimeout {
  db: SignerDatabase
  clock: Clock
  cipher: RecordCipher
  sealKey: SealKeyPair
  /** What the process knows of changes of server wallets and quorums. */
  versions: RowVersions
  /** What was read of rows at their newest version. */
  cache: RowCache
  /** What the process knows of spending. */
  spent: Spent
  /** Signed requests of wallets that the process has answered or seen answered. */
  answers: KnownNames
  /** Consents that the process has ended. */
  endedConsents: KnownNames
}
