import { embeddedWalletClientType } from '@sallyport/contract'
import { type HashKey, isKeyedHash, keyedHash } from './keyed-hash.js'

/** What makes an account of a user one that logs in: whose it is, what proves it, and whether it is an embedded wallet. */
interface AccountClaims {
  appId: string
  /** Without prefix. */
  userId: string
  type: string
  key: string
  /** The wire fields; only whether it is an embedded wallet counts. */
  data: object
  /** Of a passkey: its public key counts. */
  credential?: object | null | undefined
}

/** The `mac` of an account's row. */
export function accountMac(key: HashKey, claims: AccountClaims): Buffer {
  return Buffer.from(keyedHash(key, 'linked-account', partsOf(claims)))
}

/** Whether this server put the account on this user. */
export function isAccountMac(
  mac: Uint8Array | null,
  { key, claims }: { key: HashKey; claims: AccountClaims },
): boolean {
  return isKeyedHash(mac, { key, purpose: 'linked-account', parts: partsOf(claims) })
}

function partsOf({ appId, userId, type, key, data, credential }: AccountClaims) {
  return [appId, userId, type, key, isEmbedded(data), publicKeyOf(credential)]
}

function isEmbedded(data: object): boolean {
  return 'wallet_client' in data && data.wallet_client === embeddedWalletClientType
}

function publicKeyOf(credential: object | null | undefined): string | null {
  if (!credential || !('public_key' in credential)) return null
  return String(credential.public_key)
}
