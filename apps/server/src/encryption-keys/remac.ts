import { sql } from 'kysely'
import { accountMac, isAccountMac } from '../authority/account-mac.js'
import { type HashKey, placeOfKey } from '../authority/keyed-hash.js'
import { isSessionMac, sessionMac } from '../authority/session-mac.js'
import type { Db } from '../db/connect.js'
import type { Pass } from './reseal.js'

const batch = 500

/** A row whose MAC is under an older key. */
interface StaleRow {
  /** The row's own key, to read on from. */
  id: string
  mac: Buffer
  isAuthentic(): boolean
  renewed(): Buffer
}

interface Rows {
  table: 'session' | 'linked_account'
  read(db: Db, input: { after: string; key: HashKey }): Promise<StaleRow[]>
}

/**
 * Gives sessions and accounts whose MAC is under an older key one under the newest, if it is right: a row that was changed in
 * the database stays refused. May run beside servers and be repeated.
 */
export async function renewMacs(db: Db, key: HashKey): Promise<Record<string, Pass>> {
  const passes: Record<string, Pass> = {}
  for (const rows of [sessions, accounts]) passes[rows.table] = await renew(db, { rows, key })
  return passes
}

async function renew(db: Db, { rows, key }: { rows: Rows; key: HashKey }): Promise<Pass> {
  const pass = { moved: 0, failed: 0 }
  for (let after = ''; ; ) {
    const found = await rows.read(db, { after, key })
    for (const { id, mac, isAuthentic, renewed } of found) {
      after = id
      if (placeOfKey(key, mac) === 0) continue
      if (!isAuthentic()) {
        pass.failed += 1
        continue
      }
      const { numAffectedRows = 0n } = await sql`
        update ${sql.table(rows.table)} set mac = ${renewed()}
        where id::text = ${id} and mac = ${mac}`.execute(db)
      pass.moved += Number(numAffectedRows)
    }
    if (found.length < batch) return pass
  }
}

const sessions: Rows = {
  table: 'session',
  read: async (db, { after, key }) => {
    const rows = await db
      .selectFrom('session')
      .select(['id', 'app_id', 'expires_at', 'auth_time', 'amr', 'epoch', 'mac'])
      .where('id', '>', after)
      .where('revoked_at', 'is', null)
      .where('mac', 'is not', null)
      .orderBy('id')
      .limit(batch)
      .execute()
    return rows.map(({ id, mac, amr, epoch, ...row }) => {
      const { app_id: appId, expires_at: expiresAtMs, auth_time: authTimeMs } = row
      const claims = { appId, sessionId: id, expiresAtMs, authTimeMs, amr, epoch }
      return {
        id,
        mac: mac ?? Buffer.alloc(0),
        isAuthentic: () => isSessionMac(mac, { key, claims }),
        renewed: () => sessionMac(key, claims),
      }
    })
  },
}

const accounts: Rows = {
  table: 'linked_account',
  read: async (db, { after, key }) => {
    const rows = await db
      .selectFrom('linked_account')
      .select(['id', 'app_id', 'user_id', 'type', 'key', 'data', 'credential', 'mac'])
      .where('id', '>', Number(after))
      .where('mac', 'is not', null)
      .orderBy('id')
      .limit(batch)
      .execute()
    return rows.map(({ id, mac, app_id: appId, user_id: userId, ...account }) => {
      // The database gives JSON objects for both.
      const claims = { ...account, appId, userId } as Parameters<typeof accountMac>[1]
      return {
        id: String(id),
        mac: mac ?? Buffer.alloc(0),
        isAuthentic: () => isAccountMac(mac, { key, claims }),
        renewed: () => accountMac(key, claims),
      }
    })
  },
}
