import type { RecordCipher } from '@sallyport/crypto'
import type { Clock, TurnTimeout } from '@sallyport/keyholder'
import type { VaultConfig } from '../config.js'
import type { VaultDatabase } from '../database.js'
import type { ReleaseCounters } from '../release-counters.js'
import type { FactorKey } from './factor-key.js'

/** What the calls on factors work with. */
export interface FactorDeps extends TurnTimeout {
  db: VaultDatabase
  config: Pick<VaultConfig, 'factorResetHours' | 'mail'>
  clock: Clock
  cipher: RecordCipher
  factorKey: FactorKey
  counters: ReleaseCounters
}

/** A user whose token was verified, and the session it is of. */
export interface FactorUser {
  appId: string
  /** As in the token's `sub`. */
  userId: string
  sessionId: string
}
