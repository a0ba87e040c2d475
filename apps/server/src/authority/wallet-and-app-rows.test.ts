import { createHash } from 'node:crypto'
import { api } from '@sallyport/contract'
import {
  asSignedIn,
  authShareBody,
  createHostileWorld,
  type HostileWorld,
  listFactor,
  storeStepUp,
} from '@sallyport/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashSecret } from '../apps/app.js'
import { changeApp } from '../db/apps.js'
import { hashFlowSecret } from '../features/oauth/stored-flow.js'
import { generateSigningKey } from '../tokens/signing-key.js'

/*
 * The thief of P5 writes to every table of the API and has an account and a wallet of their own (Eve), but no key of the
 * deployment.
 */
let world: HostileWorld
beforeAll(async () => {
  world = await createHostileWorld()
})
afterAll(() => world.close())

const failed = { status: 500, body: { code: 'internal_error' } }
const idOf = ({ session }: { session: { user: { id: string } } }) =>
  session.user.id.slice('did:privy:'.length)
const refusedTables = () =>
  world.kit.log
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event === 'refused_row')
    .map(({ table }) => table)

describe('P5: wallets and devices', () => {
  const list = (who: 'ada' | 'eve') => world.kit.call(api.embeddedWallet.list, {}, world[who].frame)
  const changed = async (statement: ReturnType<typeof sql>, back: ReturnType<typeof sql>) => {
    await statement.execute(world.kit.db)
    try {
      return await list('ada')
    } finally {
      await back.execute(world.kit.db)
    }
  }

  test('an address, its public key or place that was changed is not shown', async () => {
    const { ada, eve, kit } = world
    const own = sql`where user_id = ${idOf(ada)} and wallet_index = 0 and chain_type = 'ethereum'`
    const { rows } = await sql<{ address: string }>`
      select address from wallet_account where user_id = ${idOf(eve)} and wallet_index = 0 and chain_type = 'ethereum'`.execute(
      kit.db,
    )
    const { rows: before } = await sql<{ address: string }>`
      select address from wallet_account ${own}`.execute(kit.db)
    const address = (value = '') => sql`update wallet_account set address = ${value} ${own}`
    const answer = await changed(address(rows[0]?.address), address(before[0]?.address))
    expect(answer).toMatchObject(failed)
    const key = (value: string | null) =>
      sql`update wallet_account set public_key = ${value} ${own}`
    expect(await changed(key('planted'), key(null))).toMatchObject(failed)
    expect(refusedTables().at(-1)).toBe('wallet_account')
    expect((await list('ada')).status).toBe(200)
  })

  test('a root of another user that was moved is not shown as the user’s own', async () => {
    const { ada, eve, kit } = world
    // Rows refer to each other, so the thief copies the root and its address.
    await sql`insert into wallet_root select (jsonb_populate_record(r, jsonb_build_object(
        'user_id', ${idOf(ada)}::text, 'imported', true))).* from wallet_root r
      where r.wallet_id = ${eve.device.walletId}`.execute(kit.db)
    expect(await list('ada')).toMatchObject(failed)
    expect(refusedTables().at(-1)).toBe('wallet_root')
    await sql`delete from wallet_root where user_id = ${idOf(ada)} and wallet_id = ${eve.device.walletId}`.execute(
      kit.db,
    )
    expect((await list('ada')).status).toBe(200)
  })

  test('a device whose key was replaced by one of the thief gets no share', async () => {
    const { ada, eve, kit } = world
    const { device_public_key: thiefs } = await kit.db
      .selectFrom('share_generation')
      .select('device_public_key')
      .where('generation_id', '=', eve.device.generationId)
      .executeTakeFirstOrThrow()
    const { device_public_key: before } = await kit.db
      .selectFrom('share_generation')
      .select('device_public_key')
      .where('generation_id', '=', ada.device.generationId)
      .executeTakeFirstOrThrow()
    const replace = (key: Buffer) =>
      kit.db
        .updateTable('share_generation')
        .set({ device_public_key: key })
        .where('generation_id', '=', ada.device.generationId)
        .execute()
    const { walletId, generationId } = ada.device
    const { userId } = ada.device
    const asThief = { ...eve.device, userId, walletId, generationId }
    await replace(thiefs)
    const { body } = await authShareBody(asThief)
    const answer = await kit.call(
      api.embeddedWallet.authShare,
      { params: ada.params, body },
      ada.frame,
    )
    await replace(before)

    expect(answer).toMatchObject(failed)
    expect(refusedTables().at(-1)).toBe('share_generation')
  })
})

describe('P5: second factors', () => {
  const share = async () => {
    const { body } = await authShareBody(world.ada.device)
    const input = { params: world.ada.params, body }
    return world.kit.call(api.embeddedWallet.authShare, input, world.ada.frame)
  }

  test('a factor that was taken off the list, or a proof of one that was written, opens nothing', async () => {
    const { kit, ada } = world
    const { rows } = await sql<{ factors_mac: Buffer }>`
      select factors_mac from user_account where id = ${idOf(ada)}`.execute(kit.db)
    await listFactor(kit, ada.session.user.id)
    expect(await share()).toMatchObject({ status: 401, body: { code: 'missing_or_invalid_mfa' } })

    await sql`update user_account set mfa_methods = '[]' where id = ${idOf(ada)}`.execute(kit.db)
    expect(await share()).toMatchObject(failed)
    expect(refusedTables().at(-1)).toBe('user_account')
    await listFactor(kit, ada.session.user.id)

    await sql`update session set mfa_at_ms = ${kit.clock.nowMs()} where user_id = ${idOf(ada)}`.execute(
      kit.db,
    )
    expect(await share()).toMatchObject(failed)
    expect(refusedTables().at(-1)).toBe('session')

    await storeStepUp(kit, { appId: kit.appId, atMs: kit.clock.nowMs() })
    expect((await share()).status).toBe(200)
    await storeStepUp(kit, { appId: kit.appId, atMs: null })
    await sql`update user_account set mfa_methods = '[]', factors_mac = ${rows[0]?.factors_mac}
      where id = ${idOf(ada)}`.execute(kit.db)
    expect((await share()).status).toBe(200)
  })
})

describe('P5: apps', () => {
  const planted = 'p'.repeat(43)
  const { verificationKey } = generateSigningKey()
  const json = (value: object) => JSON.stringify(value)

  test.each([
    ['a secret', () => sql`secret_hash = ${hashSecret(planted)}`],
    [
      'an earlier secret',
      () => sql`previous_secret_hash = ${hashSecret(planted)}, previous_secret_until = ${9e15}`,
    ],
    [
      'a page',
      () => sql`config = config || ${json({ allowed_domains: ['https://evil.example'] })}::jsonb`,
    ],
    [
      'an issuer of logins',
      () =>
        sql`private_settings = ${json({ custom_jwt: { jwks_url: 'https://evil.example', id_claim: 'sub' } })}::jsonb`,
    ],
    [
      'another environment',
      () =>
        sql`environment = case environment when 'production' then 'development' else 'production' end`,
    ],
    ['a verification key', () => sql`verification_key = ${verificationKey}`],
    ['an end of revoked tokens', () => sql`min_iat = 1`],
    ['no limit of users', () => sql`max_users = 7`],
    ['no MAC', () => sql`mac = null`],
  ])('an app whose row got %s is not served', async (_name, change) => {
    const { kit } = world
    const { appId } = await kit.addApp()
    const ask = () => {
      kit.deps.apps.forget(appId)
      const options = { appId, secret: planted }
      return kit.call(api.adminApp.get, {}, options)
    }
    expect((await ask()).status).toBe(401)
    await sql`update app set ${change()} where id = ${appId}`.execute(kit.db)

    expect(await ask()).toMatchObject(failed)
    expect(refusedTables().at(-1)).toBe('app')
    // A change by the server does not make the forged row authentic.
    await expect(changeApp(kit.deps, { appId, change: async () => undefined })).rejects.toThrow(
      'not authentic',
    )
  })

  test('a token key that was added verifies no token', async () => {
    const { kit } = world
    const { appId } = await kit.addApp()
    await sql`insert into app_token_key (app_id, kid, verification_key, signs_from, not_after)
      values (${appId}, 'planted', ${verificationKey}, 0, ${9e15})`.execute(kit.db)
    kit.deps.apps.forget(appId)
    expect(await kit.call(api.app.config, { params: { app_id: appId } }, { appId })).toMatchObject(
      failed,
    )
  })

  test('a provider whose endpoints were changed starts no login', async () => {
    const { kit } = world
    const { appId, appSecret } = await kit.addApp({ settings: { google_oauth: true } })
    const body = { client_id: 'client', client_secret: 'secret' }
    const params = { provider: 'google' as const }
    await kit.call(api.adminOAuth.set, { params, body }, { appId, secret: appSecret })
    await sql`update oauth_credentials set client_id = 'planted' where app_id = ${appId}`.execute(
      kit.db,
    )
    const start = {
      provider: 'google' as const,
      redirect_to: 'http://localhost:4402/',
      code_challenge: createHash('sha256').update('verifier').digest('base64url'),
      state_code: 'state',
    }
    expect(await kit.call(api.oauth.init, { body: start }, { appId })).toMatchObject(failed)
    expect(refusedTables().at(-1)).toBe('oauth_credentials')
  })
})

describe('P5: logins that are under way', () => {
  test('a link that was marked as approved opens no session', async () => {
    const { kit, ada } = world
    const body = { email: ada.email, login_link: true }
    const { headers } = await kit.call(api.email.init, { body })
    const [set = ''] = [headers['set-cookie']].flat().map(String)
    await sql`update one_time_code set approved_at = 1 where address = ${ada.email}`.execute(kit.db)
    await sql`update one_time_code set approved_mac = code_hash where address = ${ada.email}`.execute(
      kit.db,
    )

    const cookie = set.split(';')[0] ?? ''
    const answer = await kit.call(
      api.loginLink.authenticate,
      { body: { email: ada.email } },
      { headers: { cookie } },
    )
    expect(answer).toMatchObject(failed)
    expect(refusedTables().at(-1)).toBe('one_time_code')
  })

  test('V3: the secret of a link that the thief chose logs no user in, and no number is shown for it', async () => {
    const { kit, ada } = world
    kit.clock.advance(60_000)
    const { headers } = await kit.call(api.email.init, {
      body: { email: ada.email, login_link: true },
    })
    const [set = ''] = [headers['set-cookie']].flat().map(String)
    const cookie = { headers: { cookie: set.split(';')[0] ?? '' } }
    const secret = 'a'.repeat(43)
    const hash = createHash('sha256').update(secret).digest()
    await sql`update one_time_code set link_hash = ${hash}
      where address = ${ada.email} and link_hash is not null`.execute(kit.db)
    const named = { app_id: kit.appId, email: ada.email, secret }

    const status = await kit.call(api.loginLink.status, { body: { email: ada.email } }, cookie)
    expect(status).toMatchObject(failed)
    const approvals = ['10', '55', '99'].map((number) =>
      kit.call(
        api.loginLink.approve,
        { body: { ...named, number } },
        { appId: null, origin: null },
      ),
    )
    for (const approval of await Promise.all(approvals)) expect(approval).toMatchObject(failed)
    expect(refusedTables().slice(-4)).toEqual(Array(4).fill('one_time_code'))
  })

  test('V4: a victim’s return from a provider, which the thief gave their own code and verifier, logs no user in', async () => {
    const { kit } = world
    const { appId, appSecret } = await kit.addApp({
      settings: { google_oauth: true, github_oauth: true },
    })
    for (const provider of ['google', 'github'] as const) {
      const body = { client_id: 'client', client_secret: 'secret' }
      const input = { params: { provider }, body }
      await kit.call(api.adminOAuth.set, input, { appId, secret: appSecret })
    }
    const verifier = 'v'.repeat(43)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const start = { provider: 'google' as const, redirect_to: 'http://localhost:4402/' }
    const started = { ...start, code_challenge: challenge, state_code: 'state' }
    await kit.call(api.oauth.init, { body: started }, { appId })
    const code = 'c'.repeat(43)
    const plain = createHash('sha256').update(code).digest()
    const keyed = hashFlowSecret(kit.deps.keyEncryption, 'oauth-code', code)
    for (const hash of [plain, keyed]) {
      await sql`update oauth_flow set code_hash = ${hash}, outcome = secrets, returned_at = 1
        where app_id = ${appId}`.execute(kit.db)
      const body = { authorization_code: code, state_code: 'state', code_verifier: verifier }
      const answer = await kit.call(api.oauth.authenticate, { body }, { appId })
      expect(answer.status).toBe(hash === plain ? 400 : 500)
    }
    expect(refusedTables().at(-1)).toBe('oauth_flow')
  })

  test('a transfer that was written for another user’s account moves nothing', async () => {
    const { kit, newcomer } = world
    const nonce = 'n'.repeat(43)
    // A thief without an address, who could take over one.
    const credential = { guest_credential: Buffer.alloc(32, 7).toString('base64url') }
    const thief = asSignedIn((await kit.call(api.guest.authenticate, { body: credential })).body)
    await sql`insert into account_transfer
        (app_id, nonce_hash, user_id, source_user_id, type, key, data, expires_at)
      values (${kit.appId}, ${createHash('sha256').update(nonce).digest()}, ${idOf({ session: thief })},
        ${newcomer.user.id.slice('did:privy:'.length)}, 'email', 'newcomer@example.com',
        '{"address": "newcomer@example.com"}', ${kit.clock.nowMs() + 60_000})`.execute(kit.db)
    const body = { nonce, email: 'newcomer@example.com' }
    const answer = await kit.call(api.email.transfer, { body }, { token: thief.token })
    expect(answer).toMatchObject(failed)
    expect(refusedTables().at(-1)).toBe('account_transfer')
  })
})
