import type { RecordCipher } from '@sallyport/crypto'
import type { Clock, Patience, SealKeyPair } from '@sallyport/keyholder'
import type { SignerDatabase } from './database.js'

/** What the calls of the signer need. */
export interface SignerDeps extends Patience {
  db: SignerDatabase
  clock: Clock
  cipher: RecordCipher
  sealKey: SealKeyPair
}
