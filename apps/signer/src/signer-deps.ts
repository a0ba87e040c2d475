import type { RecordCipher } from '@sallyport/crypto'
import type { Clock, SealKeyPair, TurnTimeout } from '@sallyport/keyholder'
import type { SignerDatabase } from './database.js'
import type { RowVersions } from './grants/wallet/row-versions.js'

/** What the calls of the signer need. */
export interface SignerDeps extends TurnTimeout {
  db: SignerDatabase
  clock: Clock
  cipher: RecordCipher
  sealKey: SealKeyPair
  /** What the process knows of changes of server wallets and quorums. */
  versions: RowVersions
}
