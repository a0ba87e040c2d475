import type { EmbeddedChain } from '@sallyport/contract'
import type { SecretKind } from '@sallyport/crypto'
import type { Owner } from './token-owner.js'

/** An address this device has derived itself from the root. */
export interface PinnedAccount {
  chainType: EmbeddedChain
  walletIndex: number
  address: string
  /** Its private and public key; without them they are derived. */
  cachedKey?: CachedKey
}

/** An address's keys under a key that only the root's entropy gives (`cached-keys.ts`): AES-GCM-256. */
export interface CachedKey {
  nonce: Uint8Array<ArrayBuffer>
  sealed: Uint8Array<ArrayBuffer>
}

/** What one device keeps of one root: its share, under a key that cannot be taken out of the browser. */
export interface DeviceRecord extends Owner {
  /** UUID; names the record. */
  generationId: string
  walletId: string
  /**
   * `pending` until the server has confirmed the generation. A pending record is confirmed again on its next use,
   * so a lost answer costs nothing.
   */
  state: 'pending' | 'active'
  /**
   * When the server called this device's share void, by this device's clock. The record is used for nothing but a recovery
   * from then on, and deleted 30 days later: the server's word alone costs no share (T-12).
   */
  retiredAtMs?: number
  /** What `confirm` asks for. */
  receipt: string
  /** AES-GCM-256, not extractable. */
  sealingKey: CryptoKey
  /** ECDSA P-256, not extractable. */
  signingKey: CryptoKey
  /** 96 random bits, drawn once: the key seals this one share. */
  shareNonce: Uint8Array<ArrayBuffer>
  /** The device share under `sealingKey`. */
  sealedShare: Uint8Array<ArrayBuffer>
  /** The chain of the root's confirming address: its first key signs root proofs. */
  confirmingChain: EmbeddedChain
  /** What the user brought along, for a wallet that was imported and not made here. */
  imported?: SecretKind
  /** At least the confirming address, and the first address of every other chain the server listed at recovery. */
  accounts: readonly PinnedAccount[]
}

/** Where a device keeps its records. */
export interface DeviceStore {
  /** `ephemeral` when the browser keeps nothing beyond this page. */
  readonly storage: 'persistent' | 'ephemeral'
  /** Keeps `record`, replacing the one of the same generation; on return it has reached the disk. */
  put(record: DeviceRecord): Promise<void>
  /** The record of a generation as a page opened later would read it: past every cache of this one. */
  readBack(generationId: string): Promise<DeviceRecord | undefined>
  /** Every record of one user. */
  list(owner: Owner): Promise<DeviceRecord[]>
  /** Forgets a generation. */
  remove(generationId: string): Promise<void>
}
