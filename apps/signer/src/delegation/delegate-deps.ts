import type { RecordCipher } from '@sallyport/crypto'
import type { Clock } from '../clock.js'
import type { TurnDeadline } from '../in-turn.js'
import type { SealKeyPair } from '../seal-key.js'
import type { DelegateDatabase } from './database.js'

/** What the calls of the signer of delegated wallets need. */
export interface DelegateDeps extends TurnDeadline {
  db: DelegateDatabase
  clock: Clock
  cipher: RecordCipher
  sealKey: SealKeyPair
}
