import { api } from '@sallyport/contract'
import { fromBase64url } from '@sallyport/crypto'
import { stretchPassword } from '@sallyport/crypto/argon2id'
import { runMaintenance } from '@sallyport/server'
import type { TestKit } from '@sallyport/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stretchCheaply } from '../testing/cheap-stretch.js'
import { offerRecovery, type RealServer, startRealServer } from '../testing/real-server.js'
import { dataOf, errorOf, openPage, type Page } from '../testing/rig.js'
import { proofOf } from '../wallet/recovery-keys.js'
import type { Cloud } from './cloud/cloud-store.js'
import { createFromPasscode } from './user-passcode.js'

const dayMs = 86_400_000
const passcode = 'blue café anchor'
let real: RealServer
let kit: TestKit
beforeAll(async () => {
  real = await startRealServer()
  kit = real.kit
  await offerRecovery(kit, ['user-passcode'])
})
afterAll(() => real?.close())

/** Every row of the API and of the vault as text; bytes are hex. */
async function dumpAll(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(kit.deps.db)
  const dumps = await Promise.all(
    tables.map(({ name }) =>
      sql<{ text: string | null }>`
        select string_agg(t::text, ' ') as text from ${sql.raw(name)} t`.execute(kit.deps.db),
    ),
  )
  return dumps.flatMap(({ rows }) => rows.map(({ text }) => text ?? '')).join(' ')
}

/** What the frame was answered, changed on its way by a hostile API. */
type Tamper = (path: string, text: string) => string

/** A browser of its own; `paths` are the calls its frame made. */
function openBrowser(tamper: Tamper = (_path, text) => text) {
  const paths: string[] = []
  const viaServer: typeof fetch = async (url, init) => {
    const { pathname } = new URL(String(url))
    paths.push(pathname)
    const answer = await real.fetch(url, init)
    return new Response(tamper(pathname, await answer.text()), { status: answer.status })
  }
  return { ...openPage({ server: { ...real.page, fetch: viaServer } }), paths }
}

let serial = 0
/** A user with a wallet in one browser. */
async function createUser(fields: { recoveryMethod?: string; recoveryPassword?: string } = {}) {
  serial += 1
  const email = `user${serial}@example.com`
  const { token: accessToken } = await kit.signIn(email)
  const page = openBrowser()
  const created = dataOf(await page.send('privy:wallet:create', { accessToken, ...fields }))
  const address = String(created.address)
  const wallet = {
    entropyId: address,
    entropyIdVerifier: 'ethereum-address-verifier',
  } as const
  return { email, accessToken, page, address, wallet }
}
type User = Awaited<ReturnType<typeof createUser>>

const set = (
  { accessToken, wallet }: User,
  page: Page,
  recoveryPassword: string,
  existingRecoveryMethod?: string,
) =>
  page.send('privy:wallets:set-recovery', {
    accessToken,
    ...wallet,
    recoveryMethod: 'user-passcode',
    recoveryPassword,
    ...(existingRecoveryMethod && { existingRecoveryMethod }),
  })

const toAutomatic = ({ accessToken, wallet, page }: User, recoveryPassword: string) =>
  page.send('privy:wallets:set-recovery', {
    accessToken,
    ...wallet,
    existingRecoveryMethod: 'user-passcode',
    recoveryMethod: 'privy',
    recoveryPassword,
  })

const recover = ({ accessToken, wallet }: User, page: Page, recoveryPassword?: string) =>
  page.send('privy:wallets:recover', {
    accessToken,
    ...wallet,
    ...(recoveryPassword !== undefined && { recoveryPassword }),
  })

const sign = ({ accessToken, address }: User, page: Page) =>
  page.send('privy:wallet:rpc', {
    accessToken,
    address,
    request: { method: 'personal_sign', params: ['hello', address] },
  })

async function methodOf({ accessToken, address }: User) {
  const { body } = await kit.call(api.user.me, {}, { token: accessToken })
  const wallet = body.user.linked_accounts.find(
    (account) => account.type === 'wallet' && account.address === address,
  )
  return wallet && 'recovery_method' in wallet ? wallet.recovery_method : undefined
}

/** The recovery shares that the server keeps of a user's wallet, and their keys in the vault that are not deleted. */
async function kept({ address }: User) {
  const { rows } = await sql<{ methods: string[] }>`
    select array_agg(g.recovery_method order by g.recovery_method)
      filter (where g.encrypted_recovery_share is not null) as methods
    from share_generation g join wallet_account a using (app_id, user_id, wallet_id)
    where a.address = ${address}`.execute(kit.db)
  return rows[0]?.methods
}

test('REC-08: a new passcode is stretched with 64 MiB and three passes, and its locator says so', async () => {
  const { locator, secret } = await createFromPasscode({
    webCrypto: crypto,
    walletId: 'any',
    fields: { recoveryPassword: passcode },
    cloud: {} as Cloud, // a passcode needs none
  })
  const [name, memory, passes, salt = ''] = (locator ?? '').split('$')

  expect([name, memory, passes]).toEqual(['argon2id', '65536', '3'])
  const stretch = { memoryKib: 65_536, passes: 3, salt: fromBase64url(salt) }
  expect(secret).toEqual(await stretchPassword(passcode, stretch))
})

describe('a passcode that must not be used', { timeout: 120_000 }, () => {
  stretchCheaply()
  let hostile: Promise<User>
  beforeAll(() => {
    hostile = createUser({ recoveryMethod: 'user-passcode', recoveryPassword: passcode })
  })

  test.each([
    'argon2id$8$1$AAAAAAAAAAAAAAAAAAAAAA',
    'argon2id$65536$0$AAAAAAAAAAAAAAAAAAAAAA',
    'argon2id$65536$3$AAAAAA',
    'argon2id$4194304$3$AAAAAAAAAAAAAAAAAAAAAA',
    'argon2id$65536$99$AAAAAAAAAAAAAAAAAAAAAA',
    'none',
  ])(
    'REC-08: a hostile API that names %s gets nothing that is made with the passcode',
    async (locator) => {
      const user = await hostile
      const page = openBrowser((_path, text) => text.replaceAll(/argon2id\$[^"]+/g, locator))
      expect(errorOf(await recover(user, page, passcode))).toBe('error')
      expect(page.paths.filter((path) => path.endsWith('/recovery'))).toEqual([])
    },
  )

  test.each([
    'short77',
    'password123',
    '12345678',
    'aaaaaaaabb',
    'P@ssw0rd',
    'Sunshine2024!',
    'manchester1',
    'x'.repeat(100_000),
  ])('REC-07: a passcode that is short, common or huge is refused', async (bad) => {
    const user = await hostile
    expect(errorOf(await set(user, user.page, bad, 'user-passcode'))).toBe(
      'invalid_request_arguments',
    )
  })
})

describe('recovery by a passcode', { timeout: 120_000 }, () => {
  stretchCheaply()

  test('REC-07: a passcode restores the wallet on another device, typed composed or not; nothing else does', async () => {
    const ada = await createUser()
    const early = openBrowser()
    dataOf(await recover(ada, early))
    expect(dataOf(await set(ada, ada.page, passcode))).toEqual({
      ...ada.wallet,
      recoveryMethod: 'user-passcode',
    })
    expect(await methodOf(ada)).toBe('user-passcode')
    const late = openBrowser()

    expect(errorOf(await recover(ada, late))).toBe('invalid_recovery_pin')
    expect(errorOf(await recover(ada, late, 'blue cafe anchor'))).toBe('invalid_recovery_pin')
    dataOf(await recover(ada, late, passcode.normalize('NFD')))

    const signed = dataOf(await sign(ada, late))
    expect(dataOf(await sign(ada, ada.page))).toEqual(signed)
    expect(dataOf(await sign(ada, early))).toEqual(signed)
  })

  test('shares of automatic recovery go a week after the passcode was set, once it has restored the wallet', async () => {
    const user = await createUser()
    const early = openBrowser()
    dataOf(await recover(user, early))
    dataOf(await set(user, user.page, passcode))
    expect(await kept(user)).toEqual(['privy', 'privy', 'user-passcode'])
    dataOf(await recover(user, openBrowser(), passcode))
    await runMaintenance(kit.deps)
    expect(await kept(user)).toEqual(['privy', 'privy', 'user-passcode', 'user-passcode'])

    kit.clock.advance(8 * dayMs)
    await runMaintenance(kit.deps)

    expect(await kept(user)).toEqual(['user-passcode', 'user-passcode'])
    const { token: accessToken } = await kit.signIn(user.email)
    expect(dataOf(await sign({ ...user, accessToken }, early))).toMatchObject({
      address: user.address,
    })
  })

  test('REC-03: the vault takes ten guesses a day, and then not the right passcode either', async () => {
    const user = await createUser({ recoveryMethod: 'user-passcode', recoveryPassword: passcode })
    expect(await methodOf(user)).toBe('user-passcode')
    const thief = openBrowser()
    for (let guess = 0; guess < 10; guess += 1) {
      expect(errorOf(await recover(user, thief, `guess ${guess}`))).toBe('invalid_recovery_pin')
    }
    const refused = await recover(user, thief, passcode)
    expect(errorOf(refused)).toBe('error')
    expect(JSON.stringify(refused)).toContain('code 429')

    kit.clock.advance(dayMs)
    const { token: accessToken } = await kit.signIn(user.email)
    dataOf(await recover({ ...user, accessToken }, openBrowser(), passcode))
  })

  test('INS-02: copies of both databases have nothing that a guess of the passcode can be compared with', async () => {
    const user = await createUser({ recoveryMethod: 'user-passcode', recoveryPassword: passcode })
    const { rows } = await sql<{ wallet_id: string; locator: string }>`
      select r.wallet_id, r.recovery_locator as locator from wallet_root r
      join linked_account l on l.app_id = r.app_id and l.user_id = r.user_id
      where l.data::text ilike ${`%${user.address}%`} limit 1`.execute(kit.deps.db)
    const [row] = rows
    const { wallet_id: walletId = '', locator = '' } = row ?? {}
    const fields = { recoveryPassword: passcode }
    const { openFromPasscode } = await import('./user-passcode.js')
    // The frame of the user, or a thief who guesses right.
    const means = await openFromPasscode({
      webCrypto: crypto,
      walletId,
      fields,
      locator,
      cloud: {} as Cloud, // a passcode needs none
    })
    const proof = proofOf({ means, walletId })
    if (!means.secret || !proof) throw new Error('A passcode has a secret')
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', proof))
    const dump = await dumpAll()
    expect(dump).toContain(locator)
    for (const found of [new TextEncoder().encode(passcode), means.secret, proof, hash]) {
      for (const encoding of ['hex', 'base64', 'base64url'] as const) {
        expect(dump.includes(Buffer.from(found).toString(encoding))).toBe(false)
      }
    }
  })

  test('REC-05: a passcode is not set over another by accident; it is changed by naming it', async () => {
    const user = await createUser({ recoveryMethod: 'user-passcode', recoveryPassword: passcode })

    expect(errorOf(await set(user, user.page, 'green anchor bell'))).toBe(
      'invalid_request_arguments',
    )
    dataOf(await set(user, user.page, 'green anchor bell', 'user-passcode'))

    const other = openBrowser()
    expect(errorOf(await recover(user, other, passcode))).toBe('invalid_recovery_pin')
    dataOf(await recover(user, other, 'green anchor bell'))
  })

  test('REC-06: a thief of the session does not get automatic recovery back, and the passcode stays', async () => {
    const user = await createUser({ recoveryMethod: 'user-passcode', recoveryPassword: passcode })
    const answer = await user.page.send('privy:wallets:set-recovery', {
      accessToken: user.accessToken,
      ...user.wallet,
      existingRecoveryMethod: 'user-passcode',
      recoveryMethod: 'privy',
    })
    expect(errorOf(answer)).toBe('invalid_recovery_pin')
    const wrong = await toAutomatic(user, 'not the passcode')
    expect(errorOf(wrong)).toBe('invalid_recovery_pin')
    expect(await methodOf(user)).toBe('user-passcode')
    dataOf(await recover(user, openBrowser(), passcode))
  })

  test('REC-06: automatic recovery takes the place of a passcode that is given; each works until the other does', async () => {
    const user = await createUser({ recoveryMethod: 'user-passcode', recoveryPassword: passcode })
    const late = openBrowser()
    dataOf(await recover(user, late, passcode))
    dataOf(await toAutomatic(user, passcode))
    expect(await methodOf(user)).toBe('privy')
    const other = openBrowser()
    dataOf(await recover(user, other))
    dataOf(await sign(user, other))
    // A device of before signs on, and can set a passcode again.
    dataOf(await sign(user, late))
    dataOf(await set(user, late, 'green anchor bell'))
    expect(await methodOf(user)).toBe('user-passcode')
    expect(errorOf(await recover(user, openBrowser()))).toBe('invalid_recovery_pin')
    dataOf(await recover(user, openBrowser(), 'green anchor bell'))
  })

  test('REC-06: error: where the app demands a recovery of the user’s own, a passcode stays', async () => {
    const user = await createUser({ recoveryMethod: 'user-passcode', recoveryPassword: passcode })
    await offerRecovery(kit, ['user-passcode'], true)
    expect(errorOf(await toAutomatic(user, passcode))).toBe('not_supported')
    expect(await methodOf(user)).toBe('user-passcode')
    await offerRecovery(kit, ['user-passcode'])
  })
})
