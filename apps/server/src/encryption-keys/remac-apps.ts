import { type HashKey, placeOfKey } from '../authority/keyed-hash.js'
import { RowRefused } from '../authority/row-refused.js'
import { changeApp } from '../db/apps.js'
import type { Db } from '../db/connect.js'
import type { Pass } from './reseal.js'

/** Gives apps whose MAC is under an older key one under the newest, if it is right. May run beside servers and be repeated. */
export async function renewApps(deps: { db: Db; keyEncryption: HashKey }): Promise<Pass> {
  const pass = { moved: 0, failed: 0 }
  const apps = await deps.db.selectFrom('app').select(['id', 'mac']).execute()
  for (const { id: appId, mac } of apps) {
    if (mac !== null && placeOfKey(deps.keyEncryption, mac) === 0) continue
    try {
      await changeApp(deps, { appId, change: async () => undefined })
      pass.moved += 1
    } catch (error) {
      if (!(error instanceof RowRefused)) throw error
      pass.failed += 1
    }
  }
  return pass
}
