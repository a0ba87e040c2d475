import type { Logger } from 'pino'
import type { Apps } from './apps/registry.js'
import type { ServerConfig } from './config.js'
import type { Db } from './db/connect.js'
import type { KeySource } from './features/custom-jwt/key-source.js'
import type { ChannelPorts } from './features/index.js'
import type { Metrics } from './metrics/metrics.js'
import type { Broadcast } from './ports/broadcast.js'
import type { Clock } from './ports/clock.js'
import type { ContractSignatures } from './ports/contract-signatures.js'
import type { Farcaster } from './ports/farcaster.js'
import type { KeyEncryption } from './ports/key-encryption.js'
import type { Outbound } from './ports/outbound.js'
import type { Random } from './ports/random.js'
import type { SealKeys } from './ports/seal-key.js'
import type { SmartWalletOwners } from './ports/smart-wallet-owners.js'
import type { Signer, Vault } from './ports/vault.js'
import type { WebhookSender } from './ports/webhook-sender.js'

/** The dependencies of handlers, created once in `main.ts` or by the test kit and passed as an argument. */
export interface Deps {
  config: ServerConfig
  db: Db
  apps: Apps
  clock: Clock
  random: Random
  keyEncryption: KeyEncryption
  /** What frames seal shares to; see `loadSealKey`. */
  sealKey: SealKeys
  /** Sends messages, by the name of the channel. */
  channels: ChannelPorts
  /** Keys of the apps' own logins. */
  keySource: KeySource
  farcaster: Farcaster
  /** Calls OAuth providers. */
  outbound: Outbound
  vault: Vault
  /** Undefined where no signer is set up. */
  signer?: Signer | undefined
  /** Sends what delegated wallets have signed. */
  broadcast: Broadcast
  /** Calls the apps' own endpoints. */
  webhookSender: WebhookSender
  contractSignatures: ContractSignatures
  smartWalletOwners: SmartWalletOwners
  logger: Logger
  metrics: Metrics
}
