import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  createTestDatabase,
  genericPlan,
  readsOfAllApps,
  type TestDatabase,
} from '@sallyport/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiSchema } from './connect.js'

/*
 * The database can be divided by apps: each statement of a request names the app of every row that it reads. The statements are those
 * that the server's own unit tests send.
 */

const job = 'a job, which each part of the database has for itself'
const nameless = 'what comes back from a provider or by mail names no app: each part is asked'
/** Statements that read rows of all apps, by a part of their text, and why they may. */
const reasons: Record<string, string> = {
  '"expires_at" <= $': job,
  '"expires_at" < $': job,
  'delete from analytics_event': job,
  'delete from "idempotent_request"': job,
  'delete from "notice"': job,
  'delete from app_event': job,
  'delete from "held_account"': job,
  'abandoned as (': job,
  'and "auth_share" is not null and "revoked_at" <': job,
  'select distinct "app_id" from "app_token_key"': job,
  '[1:100] as ids': job,
  'from "user_account" where "deleted_at" <=': job,
  'from "program_grant" where "ends_at" <=': job,
  'from "server_wallet" where "state" =': job,
  'update "wallet_transaction" set "looked_at"': job,
  'update "notice" set': job,
  'from notice where sent_at is null': job,
  'from "webhook_delivery" where "state"': job,
  "from webhook_endpoint where state = 'enabled' group by app_id": job,
  'from "audit_pending" inner join': job,
  'from contact_change c': job,
  '"factor_reset" where "due_at"': job,
  'update "factor_reset" set "notified_at"': job,
  '"oauth_flow" where "state_hash"': nameless,
  'update "oauth_flow" set': nameless,
  'oauth_flow f set used_at': nameless,
  '"factor_reset" where "cancel_hash"': nameless,
  'from "account_undo" where': nameless,
  'from "wallet_transaction" where "caip2"': 'an address is that of a wallet of one app',
  'from "audit_seal" left join "audit_event"':
    'the app of a sealed event is compared with that of its seal',
}

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'statements-'))
let database: TestDatabase
let client: pg.Client
let statements: string[] = []

beforeAll(async () => {
  const file = join(folder, 'statements')
  // The deep files send no other statements, and take minutes.
  const quick = { SALLYPORT_TESTS: 'quick', SALLYPORT_FUZZ_RUNS: '0.1' }
  const env = { ...process.env, ...quick, SALLYPORT_RECORD_STATEMENTS: file }
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const tests = ['features', 'identity', 'session', 'wallet-api', 'webhooks', 'audit', 'authority']
  await promisify(execFile)(
    process.execPath,
    [vitest, 'run', ...tests.map((name) => `apps/server/src/${name}/`)],
    { cwd: root, env, maxBuffer: 1e9 },
  )
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  statements = [...new Set(lines.map((line): string => JSON.parse(line)))].filter((text) =>
    /^\s*(select|insert|update|delete|with)\b/i.test(text),
  )
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`set search_path = ${apiSchema}; set enable_seqscan = off`)
}, 1_200_000)
afterAll(async () => {
  await client?.end()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

describe('the statements of the API', () => {
  test('are known', () => {
    expect(statements.length).toBeGreaterThan(400)
  })

  test('name the app of each row that they read', async () => {
    const { rows } = await client.query<{ table: string }>(
      `select table_name as table from information_schema.columns
       where table_schema = $1 and column_name = 'app_id'`,
      [apiSchema],
    )
    const tables = new Set(rows.map(({ table }) => table))
    const found: Record<string, string[]> = {}
    for (const text of statements) {
      const ofAll = readsOfAllApps(await genericPlan(client, text), (table) => tables.has(table))
      const isKnown = Object.keys(reasons).some((part) => text.includes(part))
      if (ofAll.length > 0 && !isKnown) found[text] = ofAll
    }
    expect(found).toEqual({})
  })

  test('each exception is one of a statement', () => {
    const unused = Object.keys(reasons).filter(
      (part) => !statements.some((text) => text.includes(part)),
    )
    expect(unused).toEqual([])
  })
})
