import type { CallRoute } from '../api/call-route.js'
import type { DeviceStore } from '../device/device-record.js'
import type { Owner } from '../device/token-owner.js'
import type { CloudOutside } from '../recovery/cloud/cloud-store.js'
import type { RecoveryStrategy } from '../recovery/strategies.js'
import type { RunExclusive } from './run-exclusive.js'

/** What wallet code needs from outside. */
export interface WalletContext {
  appId: string
  /** The vault's HPKE public key, raw P-256 point. */
  vaultPublicKey: Uint8Array
  /** That of the signer of delegated wallets; undefined where there is none. */
  delegateKey?: Uint8Array | undefined
  /** The API's HPKE public key, likewise. */
  apiPublicKey: Uint8Array
  call: CallRoute
  /** The browser's WebCrypto. */
  webCrypto: Crypto
  /** How cloud storages of users are called. */
  storages: Pick<CloudOutside, 'fetch' | 'simulator'>
  /** Recovery by the passkey that the user has used; only on a page that users see. */
  passkey?: RecoveryStrategy
  /** This browser's records; opened at the first call. */
  openStore: () => Promise<DeviceStore>
  runExclusive: RunExclusive
  /** This device's clock. */
  nowMs: () => number
}

/** Who asks: the owner named by the token, and the token the server verifies. */
export interface Caller extends Owner {
  accessToken: string
}
