import { type HashKey, isKeyedHash, keyedHash } from './keyed-hash.js'

/** The root that a row belongs to. */
interface RootPlace {
  appId: string
  /** Without prefix. */
  userId: string
  walletId: string
}

/** What a root's row says and its state does not change. */
interface RootClaims extends RootPlace {
  imported: boolean
  confirmingChain: string
  /** Null for a root from before there were custody keys. */
  custodyKey: string | null
  recovery: RecoveryClaims
}

/** How recovery keys are made. */
interface RecoveryClaims {
  method: string
  /** Null with automatic recovery. */
  locator: string | null
}

/** An address of a root. */
interface AddressClaims extends RootPlace {
  account: { chain_type: string; wallet_index: number; address: string; public_key: string | null }
}

/** A device of a root: whose signature gets the share that the row holds. */
interface DeviceClaims extends RootPlace {
  generationId: string
  devicePublicKey: Uint8Array
  recovery: RecoveryClaims
}

/** The `mac` of a row of `wallet_root`. */
export function rootMac(key: HashKey, claims: RootClaims): Buffer {
  return Buffer.from(keyedHash(key, 'wallet-root', rootParts(claims)))
}

/** Whether this server stored the root for this user. */
export function isRootMac(
  mac: Uint8Array | null,
  { key, claims }: { key: HashKey; claims: RootClaims },
): boolean {
  return isKeyedHash(mac, { key, purpose: 'wallet-root', parts: rootParts(claims) })
}

/** The `mac` of a row of `wallet_account`. */
export function addressMac(key: HashKey, claims: AddressClaims): Buffer {
  return Buffer.from(keyedHash(key, 'wallet-address', addressParts(claims)))
}

/** Whether this server put the address on the root. */
export function isAddressMac(
  mac: Uint8Array | null,
  { key, claims }: { key: HashKey; claims: AddressClaims },
): boolean {
  return isKeyedHash(mac, { key, purpose: 'wallet-address', parts: addressParts(claims) })
}

/** The `mac` of a row of `share_generation`. */
export function deviceMac(key: HashKey, claims: DeviceClaims): Buffer {
  return Buffer.from(keyedHash(key, 'device', deviceParts(claims)))
}

/** Whether this server stored the device and its key. */
export function isDeviceMac(
  mac: Uint8Array | null,
  { key, claims }: { key: HashKey; claims: DeviceClaims },
): boolean {
  return isKeyedHash(mac, { key, purpose: 'device', parts: deviceParts(claims) })
}

function rootParts(claims: RootClaims) {
  const { appId, userId, walletId, imported, confirmingChain, custodyKey, recovery } = claims
  const parts = [appId, userId, walletId, imported, confirmingChain]
  // Rows without them keep the MAC they have.
  if (recovery.locator !== null) return [...parts, custodyKey, ...recoveryParts(recovery)]
  return custodyKey === null ? parts : [...parts, custodyKey]
}

function addressParts({ appId, userId, walletId, account }: AddressClaims) {
  const { chain_type, wallet_index, address, public_key } = account
  return [appId, userId, walletId, chain_type, wallet_index, address, public_key]
}

function recoveryParts({ method, locator }: RecoveryClaims) {
  return locator === null ? [] : [method, locator]
}

function deviceParts(claims: DeviceClaims) {
  const { appId, userId, walletId, generationId, devicePublicKey, recovery } = claims
  const publicKey = Buffer.from(devicePublicKey).toString('base64')
  return [appId, userId, walletId, generationId, publicKey, ...recoveryParts(recovery)]
}
