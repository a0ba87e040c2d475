import { automaticRecoveryMethod } from '@sallyport/contract'
import { type Kysely, type Migration, sql } from 'kysely'
import { type AppClaims, appMac } from '../../authority/app-mac.js'
import { factorsMac } from '../../authority/factor-macs.js'
import type { HashKey } from '../../authority/keyed-hash.js'
import { credentialsMac } from '../../authority/login-macs.js'
import { addressMac, deviceMac, rootMac } from '../../authority/wallet-macs.js'
import type { FactorRecord } from '../../identity/user.js'

type Reader = Kysely<unknown>

/** The only one there was. */
const recovery = { method: automaticRecoveryMethod, locator: null }

const statements = [
  'alter table app add column mac bytea',
  'alter table user_account add column factors_mac bytea',
  'alter table session add column mfa_mac bytea',
  'alter table wallet_root add column mac bytea',
  'alter table wallet_account add column mac bytea',
  'alter table share_generation add column mac bytea',
  'alter table oauth_credentials add column mac bytea',
  // What is under way for minutes begins again.
  'delete from account_transfer',
  'alter table account_transfer add column mac bytea',
  'alter table one_time_code add column approved_mac bytea',
  'update one_time_code set approved_at = null, link_hash = null',
  // Sessions prove their factor again.
  'update session set mfa_at_ms = null where mfa_at_ms is not null',
]

/**
 * Apps, wallets, devices and users' factors carry a keyed hash (P5). Rows that are there get theirs now, once: later, a row
 * without one is refused.
 *
 * @param key  needed where there are apps.
 */
export function moreAuthenticRows(key: HashKey | undefined): Migration {
  return {
    up: async (db: Reader): Promise<void> => {
      for (const statement of statements) await sql.raw(statement).execute(db)
      const { rows } = await sql`select from app limit 1`.execute(db)
      if (rows.length === 0) return
      if (key === undefined) throw new Error('Set SALLYPORT_KEK: rows are to be authenticated')
      await signApps(db, key)
      await signCredentials(db, key)
      await signUsers(db, key)
      await signRoots(db, key)
      await signAddresses(db, key)
      await signDevices(db, key)
    },
  }
}

async function signApps(db: Reader, key: HashKey): Promise<void> {
  const { rows } = await sql<AppClaims>`
    select id, environment, config, private_settings, secrets, secret_hash, previous_secret_hash, previous_secret_until,
      verification_key, max_users, min_iat, coalesce((
        select json_agg(json_build_object('signing_key', encode(k.signing_key, 'base64'),
          'signs_from', k.signs_from, 'verification_key', k.verification_key, 'not_after', k.not_after))
        from app_token_key k where k.app_id = app.id
      ), '[]') as token_keys
    from app`.execute(db)
  for (const app of rows) {
    await sql`update app set mac = ${appMac(key, app)} where id = ${app.id}`.execute(db)
  }
}

async function signCredentials(db: Reader, key: HashKey): Promise<void> {
  await signRows<Parameters<typeof credentialsMac>[1]>(db, {
    table: 'oauth_credentials',
    read: sql`app_id, provider, client_id, team_id, key_id, return_tokens, custom`,
    column: 'mac',
    sign: (row) => credentialsMac(key, row),
  })
}

interface RowOfUser {
  app_id: string
  user_id: string
}

interface RowOfRoot extends RowOfUser {
  wallet_id: string
}

const placeOf = ({ app_id, user_id, wallet_id }: RowOfRoot) => ({
  appId: app_id,
  userId: user_id,
  walletId: wallet_id,
})

function signUsers(db: Reader, key: HashKey): Promise<void> {
  return signRows<RowOfUser & { methods: FactorRecord[] }>(db, {
    table: 'user_account',
    read: sql`app_id, id as user_id, mfa_methods as methods`,
    column: 'factors_mac',
    sign: ({ app_id: appId, user_id: userId, methods }) =>
      factorsMac(key, { appId, userId, methods }),
  })
}

function signRoots(db: Reader, key: HashKey): Promise<void> {
  return signRows<RowOfRoot & { imported: boolean; confirming_chain: string }>(db, {
    table: 'wallet_root',
    read: sql`app_id, user_id, wallet_id, imported, confirming_chain`,
    column: 'mac',
    sign: ({ imported, confirming_chain: confirmingChain, ...row }) =>
      rootMac(key, { ...placeOf(row), imported, confirmingChain, custodyKey: null, recovery }),
  })
}

interface Address {
  chain_type: string
  wallet_index: number
  address: string
  public_key: string | null
}

function signAddresses(db: Reader, key: HashKey): Promise<void> {
  return signRows<RowOfRoot & Address>(db, {
    table: 'wallet_account',
    read: sql`app_id, user_id, wallet_id, chain_type, wallet_index, address, public_key`,
    column: 'mac',
    sign: (row) => addressMac(key, { ...placeOf(row), account: row }),
  })
}

function signDevices(db: Reader, key: HashKey): Promise<void> {
  return signRows<RowOfRoot & { generation_id: string; device_public_key: Buffer }>(db, {
    table: 'share_generation',
    read: sql`app_id, user_id, wallet_id, generation_id, device_public_key`,
    column: 'mac',
    sign: ({ generation_id: generationId, device_public_key: devicePublicKey, ...row }) =>
      deviceMac(key, { ...placeOf(row), generationId, devicePublicKey, recovery }),
  })
}

/** Writes the column of each row of a table, a thousand rows at a time. */
async function signRows<R extends object>(
  db: Reader,
  work: {
    table: string
    read: ReturnType<typeof sql>
    column: string
    sign(row: R): Buffer
  },
): Promise<void> {
  const [table, column] = [sql.table(work.table), sql.ref(work.column)]
  const start = '(0,0)'
  for (let after = start; ; ) {
    const { rows } = await sql<R & { place: string }>`
      select ctid::text as place, ${work.read} from ${table}
      where ${column} is null and ctid > ${after}::tid limit 1000`.execute(db)
    const last = rows.at(-1)
    if (last === undefined && after === start) return
    // Rows come in the order of their places, but nothing promises it: the last pass begins at the start and finds none.
    after = last?.place ?? start
    if (last === undefined) continue
    const places = rows.map(({ place }) => place)
    const macs = rows.map((row) => work.sign(row))
    await sql`
      update ${table} t set ${sql.ref(work.column)} = w.mac
      from unnest(${places}::tid[], ${macs}::bytea[]) as w (place, mac) where t.ctid = w.place`.execute(
      db,
    )
  }
}
