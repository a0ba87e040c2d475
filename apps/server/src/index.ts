export type { App, AppSettings } from './apps/app.js'
export { type AppInput, createApp } from './apps/create-app.js'
export { type Apps, createApps } from './apps/registry.js'
export { alarmRefusedRows } from './audit/alarm-refused-rows.js'
export { deliverNotices } from './audit/deliver-notices.js'
export { factorsMac, stepUpMac } from './authority/factor-macs.js'
export { refuseRow } from './authority/row-refused.js'
export { readConfig, type ServerConfig } from './config.js'
export { changeApp } from './db/apps.js'
export { apiSchema, connectDb, type Db, type DbOptions } from './db/connect.js'
export { migrate } from './db/migrate.js'
export { grantRuntimeRole } from './db/runtime-role.js'
export type { Deps } from './deps.js'
export { createKeySource } from './features/custom-jwt/key-source.js'
export { runMaintenance } from './maintenance.js'
export { createMetrics, type Metrics } from './metrics/metrics.js'
export { rpcBroadcast } from './ports/broadcast.js'
export {
  type AdjustableClock,
  adjustableClock,
  type Clock,
  frozenClock,
  systemClock,
} from './ports/clock.js'
export { type ContractSignatures, rpcContractSignatures } from './ports/contract-signatures.js'
export { aesKeyEncryption, type KeyEncryption } from './ports/key-encryption.js'
export { createLogger } from './ports/logger.js'
export { createOutbound, type Outbound } from './ports/outbound.js'
export { type Random, randomId, randomToken, systemRandom } from './ports/random.js'
export { loadSealKey } from './ports/seal-key.js'
export { rpcSmartWalletOwners, type SmartWalletOwners } from './ports/smart-wallet-owners.js'
export { type SocketVault, socketDelegate, socketVault } from './ports/unix-vault.js'
export { type Delegate, type Vault, VaultRefusal, VaultUnavailable } from './ports/vault.js'
export { buildServer } from './server.js'
