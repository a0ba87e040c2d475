import type { RecordCipher } from '@sallyport/crypto'
import type { Clock, SealKeyPair } from '@sallyport/keyholder'
import type { VaultConfig } from './config.js'
import type { VaultDatabase } from './database.js'
import type { FactorDeps } from './factors/factor-deps.js'

/** What the calls on recovery keys work with. */
export interface RecoveryDeps extends FactorDeps {
  db: VaultDatabase
  config: Pick<
    VaultConfig,
    'releasesPerMinute' | 'releasesPerWalletPerDay' | 'factorResetHours' | 'mail'
  >
  clock: Clock
  sealKey: SealKeyPair
  cipher: RecordCipher
}
