import { type Kysely, type Migration, sql } from 'kysely'
import { authenticRows as signed } from '../../authority/authentic-rows.js'
import { guestKey } from '../../authority/guest-key.js'
import type { HashKey } from '../../authority/keyed-hash.js'
import { rowMac } from '../../authority/row-mac.js'

const statements = [
  // Their tokens were hashed without a key, so write access to the tables was enough to make one: all users sign in anew.
  'delete from session',
  `alter table session add column epoch integer not null, add column mac bytea`,
  `alter table linked_account add column mac bytea`,
  `alter table held_account add column mac bytea`,
]

/**
 * Sessions and accounts carry a keyed hash (T-04). Accounts that are there get theirs now, once: later, a row without one is
 * refused.
 *
 * @param key  needed where there are accounts.
 */
export function authenticRows(key: HashKey | undefined): Migration {
  return {
    up: async (db: Kysely<unknown>): Promise<void> => {
      for (const statement of statements) await sql.raw(statement).execute(db)
      // Accounts are read and written a thousand at a time.
      for (let after = 0; ; ) {
        const accounts = await readAccounts(db, after)
        const last = accounts.at(-1)
        if (last === undefined) return
        if (key === undefined)
          throw new Error('Set SALLYPORT_KEK: accounts are to be authenticated')
        await writeMacs(db, key, accounts)
        after = last.id
      }
    },
  }
}

interface StoredAccount {
  id: number
  app_id: string
  user_id: string
  type: string
  key: string
  data: object
  credential: object | null
}

async function readAccounts(db: Kysely<unknown>, after: number): Promise<StoredAccount[]> {
  const { rows } = await sql<StoredAccount>`
    select id, app_id, user_id, type, key, data, credential from linked_account
    where id > ${after} order by id limit 1000`.execute(db)
  return rows
}

async function writeMacs(
  db: Kysely<unknown>,
  key: HashKey,
  accounts: readonly StoredAccount[],
): Promise<void> {
  const written = accounts.map((account) => {
    // A guest's credential was hashed alone.
    const name = account.type === 'guest' ? guestKey({ digest: account.key }) : account.key
    const mac = rowMac(key, signed.linkedAccount, { ...account, key: name })
    return { id: account.id, key: name, mac: mac.toString('hex') }
  })
  await sql`
    update linked_account l set key = w.key, mac = decode(w.mac, 'hex')
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as w (id bigint, key text, mac text)
    where l.id = w.id`.execute(db)
}
