import { createHash, timingSafeEqual } from 'node:crypto'
import { ApiError } from '@sallyport/contract'
import { sql } from 'kysely'
import type { App } from '../apps/app.js'
import { authenticRows } from '../authority/authentic-rows.js'
import { rowMac } from '../authority/row-mac.js'
import type { TestAccountRow } from '../db/test-accounts.js'
import type { Deps } from '../deps.js'
import type { KeyRing } from '../ports/key-encryption.js'
import { randomId } from '../ports/random.js'
import type { Proof } from './proof.js'

/** Digits that tell test accounts of one app apart. */
const placeDigits = 4
const codeDigits = 6

/**
 * A new test account. Its addresses belong to no one: `example.com` accepts no mail (RFC 2606), and 555 is not a US exchange
 * that is given to people.
 */
export function newTestAccount(
  { random, keyEncryption, clock }: Pick<Deps, 'random' | 'keyEncryption' | 'clock'>,
  { appId, name }: { appId: string; name: string | undefined },
): TestAccountRow {
  const id = randomId(random)
  const place = String(random.below(10 ** placeDigits)).padStart(placeDigits, '0')
  const code = String(random.below(10 ** codeDigits)).padStart(codeDigits, '0')
  const row = {
    app_id: appId,
    id,
    email: `test-${place}@example.com`,
    phone_number: `+1555555${place}`,
  }
  return {
    ...row,
    name: name ?? null,
    mac: rowMac(keyEncryption, authenticRows.testAccount, row),
    code: Buffer.from(
      keyEncryption.logins.seal(Buffer.from(code), codeContext({ app_id: appId, id })),
    ),
    created_at: clock.nowMs(),
  }
}

/** A test account as the app's back end reads it, with its code. */
export function toWireTestAccount(logins: KeyRing, row: TestAccountRow) {
  const createdAt = Math.floor(row.created_at / 1000)
  return {
    id: row.id,
    ...(row.name === null ? {} : { name: row.name }),
    email: row.email,
    phone_number: row.phone_number,
    otp_code: openTestCode(logins, row),
    created_at: createdAt,
    updated_at: createdAt,
  }
}

/** The code of a test account. */
export function openTestCode(
  logins: KeyRing,
  row: Pick<TestAccountRow, 'app_id' | 'id' | 'code'>,
): string {
  return Buffer.from(logins.open(row.code, codeContext(row))).toString('utf8')
}

/**
 * The proof that the caller knows the code of a test account; undefined for any other address. The route's budgets of tries
 * hold for it as for every code.
 */
export function proveTestCode(
  app: Pick<App, 'testCodeOf'>,
  { address, code }: { address: string; code: string },
): Proof | undefined {
  const expected = app.testCodeOf(address)
  if (expected === undefined) return undefined
  return {
    ctes: sql`proof as (select 1 as place, ${isSameText(code, expected)}::boolean as proven)`,
    refuse: async () =>
      new ApiError('invalid_credentials', {
        status: 422,
        message: 'Invalid code of a test account',
      }),
  }
}

/** Compares in constant time. */
function isSameText(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}

/** The encryption context of a test account's code. */
export function codeContext({ app_id, id }: { app_id: string; id: string }): string {
  return `test_account/${app_id}/${id}/code`
}
