import { type RawBuilder, sql } from 'kysely'
import { factorsMac, isFactorsMac, isStepUpMac, stepUpMac } from '../authority/factor-macs.js'
import { type HashKey, placeOfKey } from '../authority/keyed-hash.js'
import { credentialsMac, isCredentialsMac } from '../authority/login-macs.js'
import {
  addressMac,
  deviceMac,
  isAddressMac,
  isDeviceMac,
  isRootMac,
  rootMac,
} from '../authority/wallet-macs.js'
import type { Db } from '../db/connect.js'
import type { FactorRecord } from '../identity/user.js'
import type { Pass } from './reseal.js'

/** A table whose rows carry a MAC; `R` are the columns that it is over. */
interface MacTable<R> {
  table: string
  column: 'mac' | 'factors_mac' | 'mfa_mac'
  /** The columns of the row's key, in order. */
  keys: readonly string[]
  read: RawBuilder<unknown>
  isRight(mac: Buffer, key: HashKey, row: R): boolean
  sign(key: HashKey, row: R): Buffer
}

const batch = 500

/** Renews the MACs of a table's rows that are under an older key, where they are right. */
async function renewTable<R extends object>(
  db: Db,
  { key, rows: { table, column, keys, read, isRight, sign } }: { key: HashKey; rows: MacTable<R> },
): Promise<Pass> {
  const pass = { moved: 0, failed: 0 }
  const place = sql.join(keys.map((name) => sql`${sql.ref(name)}::text`))
  const mac = sql.ref(column)
  for (let after: string[] | undefined; ; ) {
    const isNext = after === undefined ? sql`true` : sql`(${place}) > (${sql.join(after)})`
    const { rows } = await sql<R & { place: string[]; found: Buffer }>`
      select array[${place}] as place, ${mac} as found, ${read} from ${sql.table(table)}
      where ${mac} is not null and ${isNext} order by ${place} limit ${batch}`.execute(db)
    for (const row of rows) {
      after = row.place
      if (placeOfKey(key, row.found) === 0) continue
      if (!isRight(row.found, key, row)) {
        pass.failed += 1
        continue
      }
      const { numAffectedRows = 0n } = await sql`
        update ${sql.table(table)} set ${sql.id(column)} = ${sign(key, row)}
        where (${place}) = (${sql.join(row.place)}) and ${mac} = ${row.found}`.execute(db)
      pass.moved += Number(numAffectedRows)
    }
    if (rows.length < batch) return pass
  }
}

interface RootRow {
  app_id: string
  user_id: string
  wallet_id: string
}

const rootOf = ({ app_id: appId, user_id: userId, wallet_id: walletId }: RootRow) => ({
  appId,
  userId,
  walletId,
})
const rootKeys = ['app_id', 'user_id', 'wallet_id'] as const

interface RecoveryRow {
  recovery_method: string
  recovery_locator: string | null
}
type RootClaimsRow = RootRow &
  RecoveryRow & {
    imported: boolean
    confirming_chain: string
    custody_key: string | null
  }
const recoveryOf = ({ recovery_method: method, recovery_locator: locator }: RecoveryRow) => ({
  method,
  locator,
})
const rootClaims = ({ imported, confirming_chain, custody_key, ...row }: RootClaimsRow) => ({
  ...rootOf(row),
  imported,
  confirmingChain: confirming_chain,
  custodyKey: custody_key,
  recovery: recoveryOf(row),
})
const roots: MacTable<RootClaimsRow> = {
  table: 'wallet_root',
  column: 'mac',
  keys: rootKeys,
  read: sql`app_id, user_id, wallet_id, imported, confirming_chain, custody_key, recovery_method,
    recovery_locator`,
  isRight: (mac, key, row) => isRootMac(mac, { key, claims: rootClaims(row) }),
  sign: (key, row) => rootMac(key, rootClaims(row)),
}

type AddressRow = RootRow & Parameters<typeof addressMac>[1]['account']
const addressClaims = (row: AddressRow) => ({ ...rootOf(row), account: row })
const addresses: MacTable<AddressRow> = {
  table: 'wallet_account',
  column: 'mac',
  keys: [...rootKeys, 'chain_type', 'wallet_index'],
  read: sql`app_id, user_id, wallet_id, chain_type, wallet_index, address, public_key`,
  isRight: (mac, key, row) => isAddressMac(mac, { key, claims: addressClaims(row) }),
  sign: (key, row) => addressMac(key, addressClaims(row)),
}

type DeviceRow = RootRow & RecoveryRow & { generation_id: string; device_public_key: Buffer }
const deviceClaims = ({ generation_id, device_public_key, ...row }: DeviceRow) => ({
  ...rootOf(row),
  generationId: generation_id,
  devicePublicKey: device_public_key,
  recovery: recoveryOf(row),
})
const devices: MacTable<DeviceRow> = {
  table: 'share_generation',
  column: 'mac',
  keys: [...rootKeys, 'generation_id'],
  read: sql`app_id, user_id, wallet_id, generation_id, device_public_key, recovery_method,
    recovery_locator`,
  isRight: (mac, key, row) => isDeviceMac(mac, { key, claims: deviceClaims(row) }),
  sign: (key, row) => deviceMac(key, deviceClaims(row)),
}

interface FactorsRow {
  app_id: string
  id: string
  methods: FactorRecord[]
}
const factorsClaims = ({ app_id: appId, id: userId, methods }: FactorsRow) => ({
  appId,
  userId,
  methods,
})
const factors: MacTable<FactorsRow> = {
  table: 'user_account',
  column: 'factors_mac',
  keys: ['app_id', 'id'],
  read: sql`app_id, id, mfa_methods as methods`,
  isRight: (mac, key, row) => isFactorsMac(mac, { key, claims: factorsClaims(row) }),
  sign: (key, row) => factorsMac(key, factorsClaims(row)),
}

interface StepUpRow {
  app_id: string
  id: string
  mfa_at_ms: number
}
const stepUpClaims = ({ app_id: appId, id: sessionId, mfa_at_ms: atMs }: StepUpRow) => ({
  appId,
  sessionId,
  atMs,
})
const stepUps: MacTable<StepUpRow> = {
  table: 'session',
  column: 'mfa_mac',
  keys: ['app_id', 'id'],
  read: sql`app_id, id, mfa_at_ms`,
  isRight: (mac, key, row) => isStepUpMac(mac, { key, claims: stepUpClaims(row) }),
  sign: (key, row) => stepUpMac(key, stepUpClaims(row)),
}

const credentials: MacTable<Parameters<typeof credentialsMac>[1]> = {
  table: 'oauth_credentials',
  column: 'mac',
  keys: ['app_id', 'provider'],
  read: sql`app_id, provider, client_id, team_id, key_id, return_tokens, custom`,
  isRight: (mac, key, row) => isCredentialsMac(mac, { key, claims: row }),
  sign: credentialsMac,
}

/**
 * Gives rows of wallets, devices, factors and providers whose MAC is under an older key one under the newest, if it is right.
 * May run beside servers and be repeated.
 */
export async function renewRowMacs(db: Db, key: HashKey): Promise<Record<string, Pass>> {
  return {
    wallet_root: await renewTable(db, { key, rows: roots }),
    wallet_account: await renewTable(db, { key, rows: addresses }),
    share_generation: await renewTable(db, { key, rows: devices }),
    'user_account.factors_mac': await renewTable(db, { key, rows: factors }),
    'session.mfa_mac': await renewTable(db, { key, rows: stepUps }),
    oauth_credentials: await renewTable(db, { key, rows: credentials }),
  }
}
