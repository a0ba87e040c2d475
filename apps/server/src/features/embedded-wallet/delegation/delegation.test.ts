import { api } from '@sallyport/contract'
import { loadChain } from '@sallyport/crypto'
import {
  addressOf,
  createAuthorizationKey,
  createDelegatedWorld,
  type DelegatedWorld,
  dumpTables,
  type Inhabitant,
  listFactor,
  messageRequest,
  paymentRequest,
} from '@sallyport/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetDeletedUsers } from '../../../identity/forget-users.js'
import { columnsToSweep, sweepColumn } from '../../../testing/sweep-row.js'

let world: DelegatedWorld
let ada: Inhabitant
let eve: Inhabitant
let mallory: Inhabitant
beforeAll(async () => {
  world = await createDelegatedWorld()
  ada = await world.person('ada@example.com')
  eve = await world.person('eve@example.com')
  mallory = await world.person('mallory@example.com')
})
afterAll(() => world?.close())
beforeEach(async () => {
  for (const who of [ada, eve]) await world.revoke(who)
})

describe('consent', () => {
  test('is bound to the address, the keys and the policy that the app asks for', async () => {
    const { status, body } = await world.open(ada)

    expect(status).toBe(200)
    expect(body.consent).toMatchObject({
      appId: world.kit.appId,
      userId: ada.session.user.id,
      walletId: ada.device.walletId,
      address: await addressOf(ada),
      authorizationKeys: [world.key.spki],
      policy: world.policy,
    })
  })

  test('marks the wallet as delegated, tells the user, and is in the log', async () => {
    expect(await world.delegated(ada)).toMatchObject({ status: 200, body: { success: true } })

    expect(await walletsOf(ada)).toEqual([true])
    await world.kit.deliverNotices()
    expect(JSON.stringify(world.kit.mailbox)).toContain('may act with your wallet')
    const { body } = await world.kit.call(api.sessions.activity, { query: {} }, pageOf(ada))
    expect(JSON.stringify(body)).toContain('wallet_delegated')
  })

  test('is listed with what it allows, and when it was last used', async () => {
    const owner = await world.person('lists@example.com')
    await world.delegated(owner)
    const list = () => world.kit.call(api.delegatedWallets.list, {}, pageOf(owner))
    const unused = {
      ...{ chain_type: 'ethereum', address: await addressOf(owner), policy: world.policy },
      ...{ created_at: Math.floor(world.kit.clock.nowMs() / 1000), last_used_at: null },
    }
    expect((await list()).body).toEqual({ delegations: [unused] })

    await world.rpc(await messageRequest(owner))
    const last_used_at = Math.floor(world.kit.clock.nowMs() / 1000)
    expect((await list()).body).toEqual({ delegations: [{ ...unused, last_used_at }] })
    const others = await world.kit.call(api.delegatedWallets.list, {}, pageOf(eve))
    expect(others.body).toEqual({ delegations: [] })
  })

  test('error: a policy that was changed in the database is not shown', async () => {
    const owner = await world.person('lied-to@example.com')
    await world.delegated(owner)
    await sql`update delegation set policy = replace(policy, 'false', 'true')`.execute(world.kit.db)
    const { status } = await world.kit.call(api.delegatedWallets.list, {}, pageOf(owner))
    expect(status).toBe(500)
  })

  test('error: an address that is delegated already', async () => {
    await world.delegated(ada)
    expect(await world.delegated(ada)).toMatchObject({
      status: 400,
      body: { code: 'invalid_data' },
    })
  })

  test('error: the same consent twice', async () => {
    const body = await world.consented(ada)
    await world.store(ada, body)
    await world.revoke(ada)
    expect(await world.store(ada, body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_data' },
    })
    expect(await walletsOf(ada)).toEqual([false])
  })

  test('DEL-02: error: a consent for another user’s wallet, another index or address', async () => {
    const foreign = await world.kit.call(
      api.delegation.openConsent,
      {
        params: { wallet_id: ada.device.walletId },
        body: { chain_type: 'ethereum', wallet_index: 0 },
      },
      eve.frame,
    )
    expect(foreign.body).toMatchObject({ code: 'linked_account_not_found' })
    const own = await world.consented(ada)
    const changes = [
      { delegated_addresses: [{ ...own.delegated_addresses[0], wallet_index: 1 }] },
      { delegated_addresses: [{ ...own.delegated_addresses[0], address: await addressOf(eve) }] },
      { delegated_addresses: [] },
      { delegated_addresses: [...own.delegated_addresses, ...own.delegated_addresses] },
      { consent: { ...own.consent, walletIndex: 1 } },
      { consent: { ...own.consent, walletId: eve.device.walletId } },
    ]
    for (const change of changes) {
      const { body } = await world.store(ada, { ...own, ...change } as typeof own)
      expect(body).toMatchObject({ code: 'linked_account_not_found' })
    }
    expect((await world.store(eve, own)).body).toMatchObject({ code: 'linked_account_not_found' })
    expect(await walletsOf(ada)).toEqual([false])
  })

  test('error: a wider policy or another key than the app asks for', async () => {
    const own = await world.consented(ada)
    const wider = { ...world.policy, typedData: true }
    for (const change of [
      { policy: wider },
      { authorizationKeys: ['a'] },
      { threshold: 2 as const },
    ]) {
      const { body } = await world.store(ada, { ...own, consent: { ...own.consent, ...change } })
      expect(body).toMatchObject({ code: 'invalid_data' })
    }
  })

  test('DEL-01: a user with a factor needs it, and a login that is old does not do', async () => {
    const { kit } = world
    const old = await world.consented(mallory)
    kit.clock.advance(16 * 60_000)
    expect((await world.open(mallory)).body).toMatchObject({ code: 'login_too_old' })
    expect((await world.store(mallory, old)).body).toMatchObject({ code: 'login_too_old' })
    kit.clock.advance(-16 * 60_000)
    await listFactor(kit, mallory.session.user.id)
    expect((await world.open(mallory)).body).toMatchObject({ code: 'missing_or_invalid_mfa' })
    expect((await world.store(mallory, old)).body).toMatchObject({ code: 'missing_or_invalid_mfa' })
  })

  test('error: an app that asks for nothing', async () => {
    const asked = {
      authorization_keys: [world.key.spki],
      threshold: 1 as const,
      policy: world.policy,
    }
    const set = (delegated_actions: typeof asked | null) =>
      world.kit.call(
        api.adminApp.update,
        { body: { delegated_actions } },
        { secret: world.kit.appSecret },
      )
    const cleared = await set(null)
    expect([cleared.status, cleared.body.delegated_actions]).toEqual([200, null])
    expect((await world.open(ada)).body).toMatchObject({ code: 'feature_not_enabled' })
    expect((await set(asked)).status).toBe(200)
    expect((await world.open(ada)).status).toBe(200)
  })
})

describe('the app’s back end', () => {
  test('signs a message with the wallet, in the name of its user', async () => {
    await world.delegated(ada)
    const { status, body } = await world.rpc(await messageRequest(ada))

    expect([status, body]).toMatchObject([200, { method: 'personal_sign' }])
    const chain = await loadChain.ethereum()
    const signature = Buffer.from((body.data?.signature ?? '').slice(2), 'hex')
    expect(chain.verifyProof({ address: await addressOf(ada), message: 'hello', signature })).toBe(
      true,
    )
  })

  test('DEL-04: error: a wallet that its user has not delegated, also in any spelling', async () => {
    const refused = await world.rpc(await messageRequest(ada))
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: 'user_has_not_delegated_wallet' },
    ])
    await world.delegated(ada)
    const body = { ...(await messageRequest(ada)), address: (await addressOf(ada)).toLowerCase() }
    expect((await world.rpc(body)).status).toBe(200)
    expect((await world.rpc(await messageRequest(eve))).body).toMatchObject({
      code: 'user_has_not_delegated_wallet',
    })
  })

  test('DEL-05: error: a consent that its user ended in another tab while it was stored is not kept', async () => {
    world.between.store = () => world.revoke(ada)
    const answer = await world.delegated(ada)
    world.between.store = undefined

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
    expect(await walletsOf(ada)).toEqual([false])
    const refused = await world.rpc(await messageRequest(ada))
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: 'user_has_not_delegated_wallet' },
    ])
    await world.delegated(ada)
    expect((await world.rpc(await messageRequest(ada))).status).toBe(200)
  })

  test('DEL-05: the account says "delegated" exactly when the back end can sign, whichever of two tabs was first', async () => {
    const grace = await world.person('grace@example.com')
    const outcomes = new Set<boolean>()
    for (let run = 0; run < 12; run += 1) {
      const body = await world.consented(grace)
      let ended: Promise<unknown> | undefined
      // Before or while the signer keeps its half, or not at all.
      if (run % 3 === 0) ended = world.revoke(grace)
      if (run % 3 === 1)
        world.between.store = async () => {
          ended = world.revoke(grace)
        }
      await world.store(grace, body)
      await ended
      world.between.store = undefined
      const [isDelegated] = await walletsOf(grace)
      const { status } = await world.rpc(await messageRequest(grace))
      expect([run, isDelegated, status]).toEqual([run, isDelegated, isDelegated ? 200 : 403])
      outcomes.add(isDelegated === true)
      await world.revoke(grace)
    }
    expect(outcomes).toEqual(new Set([true, false]))
  })

  test('WAL-01 WAL-02: error: no signature, one by another key, and one for another request', async () => {
    await world.delegated(ada)
    const body = await messageRequest(ada)
    const other = createAuthorizationKey()
    const attempts = [
      '',
      world.signatureOf(body, { key: other }),
      world.signatureOf({ ...body, params: { message: 'bye', encoding: 'utf-8' } }),
      world.signatureOf(body, { appId: 'another' }),
    ]
    for (const signature of attempts)
      expect((await world.rpc(body, { signature })).status, signature).toBe(401)
  })

  test('error: what the consent does not allow, and methods that no consent covers', async () => {
    await world.delegated(ada)
    const address = await addressOf(ada)
    const typed = {
      chain_type: 'ethereum',
      address,
      method: 'eth_signTypedData_v4',
      params: {
        typed_data: {
          domain: { name: 'Mail' },
          types: { Mail: [{ name: 'text', type: 'string' }] },
          message: { text: 'hello' },
          primary_type: 'Mail',
        },
      },
    } as const
    expect((await world.rpc(typed)).body).toMatchObject({ code: 'policy_violation' })
    const unknown = { chain_type: 'ethereum', address, method: 'exportPrivateKey' } as const
    expect((await world.rpc(unknown)).body).toMatchObject({ code: 'not_supported' })
    const wrong = { chain_type: 'ethereum', address, method: 'personal_sign', params: {} } as const
    expect((await world.rpc(wrong)).body).toMatchObject({ code: 'invalid_data' })
  })

  test('sends a transaction through the node of its network once it is signed', async () => {
    await world.delegated(ada)
    world.node.sent.length = 0
    const { status, body } = await world.rpc(await paymentRequest(ada))
    expect([status, body]).toEqual([
      200,
      {
        method: 'eth_sendTransaction',
        data: { hash: expect.stringMatching(/^0x[0-9a-f]{64}$/), caip2: 'eip155:31337' },
      },
    ])
    expect(world.node.sent).toEqual([
      { method: 'eth_sendRawTransaction', params: [expect.stringMatching(/^0x02/)] },
    ])
  })

  test('SIG-15: error: what the node refuses is the answer, with its code', async () => {
    await world.delegated(ada)
    const message = 'insufficient funds for gas * price + value'
    world.node.answers = { eth_sendRawTransaction: { error: { code: -32000, message } } }
    const { status, body } = await world.rpc(await paymentRequest(ada))
    world.node.answers = world.node.accepts
    expect([status, body]).toEqual([
      200,
      {
        method: 'eth_sendTransaction',
        error: { code: 'insufficient_funds', message: 'Insufficient funds for it and its fee' },
      },
    ])
  })

  test('error: a network without a node: nothing is signed or counted', async () => {
    await world.delegated(ada)
    world.node.sent.length = 0
    const { params, ...asked } = await paymentRequest(ada)
    const transaction = { ...params.transaction, chain_id: 1 }
    const body = { ...asked, caip2: 'eip155:1', params: { transaction } }
    expect((await world.rpc(body)).body).toMatchObject({
      code: 'not_supported',
      error: 'No RPC url found for eip155:1',
    })
    expect(world.node.sent).toEqual([])
  })

  test('WAL-24: a revocation by another user ends nothing', async () => {
    await world.delegated(ada)

    await world.revoke(eve)

    expect((await world.rpc(await messageRequest(ada))).status).toBe(200)
  })

  test('DEL-05: is refused once the user has revoked, also while the signer is down', async () => {
    await world.delegated(ada)
    await world.signer.stop()
    const refused = await world.revoke(ada)
    expect(refused.status).toBe(503)
    expect((await world.rpc(await messageRequest(ada))).body).toMatchObject({
      code: 'user_has_not_delegated_wallet',
    })
    await world.signer.start()
    expect((await world.revoke(ada)).body).toMatchObject({ message: expect.any(String) })
    expect(await walletsOf(ada)).toEqual([false])
  })

  test('a deleted user’s wallet signs no more', async () => {
    await world.delegated(eve)
    await world.kit.call(
      api.users.delete,
      { params: { user_id: eve.session.user.id } },
      { secret: world.kit.appSecret },
    )
    expect((await world.rpc(await messageRequest(eve))).body).toMatchObject({
      code: 'user_has_not_delegated_wallet',
    })
  })
})

test('T-31: the signer forgets a user with the vault, once the hold is over', async () => {
  const { kit } = world
  const asked: string[] = []
  const { signer: real } = kit.deps
  kit.deps.signer = {
    call: async (name, input) => {
      asked.push(name)
      if (!real) throw new Error('There is a signer')
      return real.call(name, input)
    },
  }
  await kit.call(
    api.users.delete,
    { params: { user_id: mallory.session.user.id } },
    { secret: kit.appSecret },
  )
  await forgetDeletedUsers(kit.deps)
  expect(asked).toEqual([])
  const away = { ...kit.deps, clock: { nowMs: () => kit.clock.nowMs() + 31 * 86_400_000 } }
  await forgetDeletedUsers(away)
  expect(asked).toContain('deleteUser')
  kit.deps.signer = real
})

describe('P5 V4: the row of a delegated address', () => {
  test.each(columnsToSweep('delegation'))(
    'WAL-13: a changed %s is refused (%s)',
    async (column, rule) => {
      // A user may ask for so many consents a day.
      const owner = await world.person(`${column}@example.com`)
      await world.delegated(owner)
      await sweepColumn(
        world.kit,
        { table: 'delegation', column, rule },
        {
          row: sql`user_id = ${owner.session.user.id.replace('did:privy:', '')}`,
          ...(column === 'chain_type' && { value: sql`'solana'` }),
          use: async () => (await world.rpc(await messageRequest(owner))).status,
        },
      )
    },
  )
})

test('the database holds no half of a key in clear', async () => {
  // A user may ask for so many consents a day.
  const owner = await world.person('halves@example.com')
  const body = await world.consented(owner)
  await world.store(owner, body)
  const tables = JSON.stringify(await dumpTables(world.kit.db))
  for (const form of ['hex', 'base64', 'base64url'] as const)
    expect(tables).not.toContain(Buffer.from(body.app_share, 'base64url').toString(form))
})

const pageOf = ({ session: { token } }: Inhabitant) => ({ token })

async function walletsOf(who: Inhabitant): Promise<boolean[]> {
  const { body } = await world.kit.call(api.user.me, {}, pageOf(who))
  return body.user.linked_accounts.flatMap((account) =>
    account.type === 'wallet' && 'delegated' in account && account.chain_type === 'ethereum'
      ? [account.delegated === true]
      : [],
  )
}
