import type { AccountAge } from '../db/links.js'
import type { AccountKey } from '../identity/proven-account.js'
import { authenticRows } from './authentic-rows.js'
import type { HashKey } from './keyed-hash.js'
import { rowMac } from './row-mac.js'

/** An account that is about to be written on a user. */
interface NewAccount {
  appId: string
  userId: string
  account: AccountKey
  data: object
  credential?: object | undefined
  /** It makes a guest a user, by a press in the wallet frame. */
  isFirst: boolean
  nowMs: number
}

/** What authenticates the row of an account that is added to a user now. */
export function accountMacs(
  key: HashKey,
  { appId, userId, account, data, credential, isFirst, nowMs }: NewAccount,
): { mac: Buffer; age: AccountAge } {
  const row = { app_id: appId, user_id: userId, ...account, data, credential: credential ?? null }
  const age = { ...row, first_verified_at: nowMs, is_first: isFirst }
  return {
    mac: rowMac(key, authenticRows.linkedAccount, row),
    age: { isFirst, mac: rowMac(key, authenticRows.loginAge, age) },
  }
}
