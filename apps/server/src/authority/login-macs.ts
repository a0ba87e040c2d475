import { type HashKey, keyedHash } from './keyed-hash.js'
import { textOf } from './row-mac.js'

/** The `approved_mac` of the code of a login whose link was approved. */
export function approvalMac(
  key: HashKey,
  login: { appId: string; email: string; flowHash: Uint8Array },
): Buffer {
  const parts = [login.appId, login.email, textOf(login.flowHash)]
  return Buffer.from(keyedHash(key, 'login-link-approval', parts))
}
