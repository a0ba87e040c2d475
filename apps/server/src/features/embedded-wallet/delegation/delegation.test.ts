import { api, type DelegationConsent } from '@sallyport/contract'
import { loadChain, seedFromEntropy } from '@sallyport/crypto'
import { rpcBroadcast } from '@sallyport/server'
import {
  type AuthorizationKey,
  authorizationSignature,
  consentBody,
  createAuthorizationKey,
  createInhabitant,
  createKitWithVault,
  createTestDelegate,
  dumpTables,
  type Inhabitant,
  listFactor,
  type TestDelegate,
} from '@sallyport/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetDeletedUsers } from '../../../identity/forget-users.js'

const recipient = `0x${'ab'.repeat(20)}`
const policy: DelegationConsent['policy'] = {
  version: 1,
  messages: true,
  typedData: false,
  transactions: { chainIds: ['31337'], recipients: [recipient], mostWeiPerDay: '100000' },
}
const authorizationKey = createAuthorizationKey()
const { spki } = authorizationKey

/** What a node of the network was asked, and what it answers by method. */
const sent: { method: string; params: unknown[] }[] = []
const accepts = { eth_sendRawTransaction: { result: '0x' } }
let nodeAnswers: Record<string, object> = accepts

/** Happens between the signer's part of a consent and the API's. */
let afterStore: (() => Promise<unknown>) | undefined

let world: Awaited<ReturnType<typeof createKitWithVault>>
let delegate: TestDelegate
let ada: Inhabitant
let eve: Inhabitant
let mallory: Inhabitant
beforeAll(async () => {
  world = await createKitWithVault({
    app: {
      privateSettings: { delegated_actions: { authorization_keys: [spki], threshold: 1, policy } },
    },
    deps: {
      delegate: {
        call: async (name, input) => {
          const output = await delegate.call(name, input)
          if (name === 'storeDelegation') await afterStore?.()
          return output
        },
      },
      broadcast: rpcBroadcast(
        { ethereumRpcUrls: new Map([['31337', 'http://node']]), solanaRpcUrls: new Map() },
        async (_url, init) => {
          const { method, params } = JSON.parse(String(init?.body))
          sent.push({ method, params })
          return Response.json(nodeAnswers[method] ?? { result: null })
        },
      ),
    },
  })
  const { kit } = world
  delegate = await createTestDelegate({ databaseUrl: kit.databaseUrl, clock: kit.clock })
  ada = await person('ada@example.com')
  eve = await person('eve@example.com')
  mallory = await person('mallory@example.com')
})
afterAll(async () => {
  await delegate?.close()
  await world?.close()
})
beforeEach(async () => {
  for (const who of [ada, eve]) await revoke(who)
})

describe('consent', () => {
  test('is bound to the address, the keys and the policy that the app asks for', async () => {
    const { status, body } = await open(ada)

    expect(status).toBe(200)
    expect(body.consent).toMatchObject({
      appId: world.kit.appId,
      userId: ada.session.user.id,
      walletId: ada.device.walletId,
      address: await addressOf(ada),
      authorizationKeys: [spki],
      policy,
    })
  })

  test('marks the wallet as delegated, tells the user, and is in the log', async () => {
    expect(await delegated(ada)).toMatchObject({ status: 200, body: { success: true } })

    expect(await walletsOf(ada)).toEqual([true])
    await world.kit.deliverNotices()
    expect(JSON.stringify(world.kit.mailbox)).toContain('may act with your wallet')
    const { body } = await world.kit.call(api.sessions.activity, { query: {} }, pageOf(ada))
    expect(JSON.stringify(body)).toContain('wallet_delegated')
  })

  test('error: an address that is delegated already', async () => {
    await delegated(ada)
    expect(await delegated(ada)).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
  })

  test('error: the same consent twice', async () => {
    const body = await consented(ada)
    await store(ada, body)
    await revoke(ada)
    expect(await store(ada, body)).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
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
    const own = await consented(ada)
    const changes = [
      { delegated_addresses: [{ ...own.delegated_addresses[0], wallet_index: 1 }] },
      { delegated_addresses: [{ ...own.delegated_addresses[0], address: await addressOf(eve) }] },
      { delegated_addresses: [] },
      { delegated_addresses: [...own.delegated_addresses, ...own.delegated_addresses] },
      { consent: { ...own.consent, walletIndex: 1 } },
      { consent: { ...own.consent, walletId: eve.device.walletId } },
    ]
    for (const change of changes) {
      const { body } = await store(ada, { ...own, ...change } as typeof own)
      expect(body).toMatchObject({ code: 'linked_account_not_found' })
    }
    expect((await store(eve, own)).body).toMatchObject({ code: 'linked_account_not_found' })
    expect(await walletsOf(ada)).toEqual([false])
  })

  test('error: a wider policy or another key than the app asks for', async () => {
    const own = await consented(ada)
    const wider = { ...policy, typedData: true }
    for (const change of [
      { policy: wider },
      { authorizationKeys: ['a'] },
      { threshold: 2 as const },
    ]) {
      const { body } = await store(ada, { ...own, consent: { ...own.consent, ...change } })
      expect(body).toMatchObject({ code: 'invalid_data' })
    }
  })

  test('DEL-01: a user with a factor needs it, and a login that is old does not do', async () => {
    const { kit } = world
    const old = await consented(mallory)
    kit.clock.advance(16 * 60_000)
    expect((await open(mallory)).body).toMatchObject({ code: 'login_too_old' })
    expect((await store(mallory, old)).body).toMatchObject({ code: 'login_too_old' })
    kit.clock.advance(-16 * 60_000)
    await listFactor(kit, mallory.session.user.id)
    expect((await open(mallory)).body).toMatchObject({ code: 'missing_or_invalid_mfa' })
    expect((await store(mallory, old)).body).toMatchObject({ code: 'missing_or_invalid_mfa' })
  })

  test('error: an app that asks for nothing', async () => {
    const asked = { authorization_keys: [spki], threshold: 1 as const, policy }
    const set = (delegated_actions: typeof asked | null) =>
      world.kit.call(
        api.adminApp.update,
        { body: { delegated_actions } },
        { secret: world.kit.appSecret },
      )
    const cleared = await set(null)
    expect([cleared.status, cleared.body.delegated_actions]).toEqual([200, null])
    expect((await open(ada)).body).toMatchObject({ code: 'feature_not_enabled' })
    expect((await set(asked)).status).toBe(200)
    expect((await open(ada)).status).toBe(200)
  })
})

describe('the app’s back end', () => {
  test('signs a message with the wallet, in the name of its user', async () => {
    await delegated(ada)
    const { status, body } = await rpc(await hello(ada))

    expect([status, body]).toMatchObject([200, { method: 'personal_sign' }])
    const chain = await loadChain.ethereum()
    const signature = Buffer.from((body.data?.signature ?? '').slice(2), 'hex')
    expect(chain.verifyProof({ address: await addressOf(ada), message: 'hello', signature })).toBe(
      true,
    )
  })

  test('DEL-04: error: a wallet that its user has not delegated, also in any spelling', async () => {
    const refused = await rpc(await hello(ada))
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: 'user_has_not_delegated_wallet' },
    ])
    await delegated(ada)
    const body = { ...(await hello(ada)), address: (await addressOf(ada)).toLowerCase() }
    expect((await rpc(body)).status).toBe(200)
    expect((await rpc(await hello(eve))).body).toMatchObject({
      code: 'user_has_not_delegated_wallet',
    })
  })

  test('DEL-05: error: a consent that its user ended in another tab while it was stored is not kept', async () => {
    afterStore = () => revoke(ada)
    const answer = await delegated(ada)
    afterStore = undefined

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
    expect(await walletsOf(ada)).toEqual([false])
    const refused = await rpc(await hello(ada))
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: 'user_has_not_delegated_wallet' },
    ])
    await delegated(ada)
    expect((await rpc(await hello(ada))).status).toBe(200)
  })

  test('DEL-05: the account says "delegated" exactly when the back end can sign, whichever of two tabs was first', async () => {
    const grace = await person('grace@example.com')
    const outcomes = new Set<boolean>()
    for (let run = 0; run < 12; run += 1) {
      const body = await consented(grace)
      let ended: Promise<unknown> | undefined
      // Before or while the signer keeps its half, or not at all.
      if (run % 3 === 0) ended = revoke(grace)
      if (run % 3 === 1)
        afterStore = async () => {
          ended = revoke(grace)
        }
      await store(grace, body)
      await ended
      afterStore = undefined
      const [isDelegated] = await walletsOf(grace)
      const { status } = await rpc(await hello(grace))
      expect([run, isDelegated, status]).toEqual([run, isDelegated, isDelegated ? 200 : 403])
      outcomes.add(isDelegated === true)
      await revoke(grace)
    }
    expect(outcomes).toEqual(new Set([true, false]))
  })

  test('error: no signature, one by another key, and one for another request', async () => {
    await delegated(ada)
    const body = await hello(ada)
    const other = createAuthorizationKey()
    const attempts = [
      '',
      signatureOf(body, { key: other }),
      signatureOf({ ...body, params: { message: 'bye', encoding: 'utf-8' } }),
      signatureOf(body, { appId: 'another' }),
    ]
    for (const signature of attempts)
      expect((await rpc(body, { signature })).status, signature).toBe(401)
  })

  test('error: what the consent does not allow, and methods that no consent covers', async () => {
    await delegated(ada)
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
    expect((await rpc(typed)).body).toMatchObject({ code: 'policy_violation' })
    const unknown = { chain_type: 'ethereum', address, method: 'exportPrivateKey' } as const
    expect((await rpc(unknown)).body).toMatchObject({ code: 'not_supported' })
    const wrong = { chain_type: 'ethereum', address, method: 'personal_sign', params: {} } as const
    expect((await rpc(wrong)).body).toMatchObject({ code: 'invalid_data' })
  })

  test('sends a transaction through the node of its network once it is signed', async () => {
    await delegated(ada)
    sent.length = 0
    const { status, body } = await rpc(await payment(ada))
    expect([status, body]).toEqual([
      200,
      {
        method: 'eth_sendTransaction',
        data: { hash: expect.stringMatching(/^0x[0-9a-f]{64}$/), caip2: 'eip155:31337' },
      },
    ])
    expect(sent).toEqual([
      { method: 'eth_sendRawTransaction', params: [expect.stringMatching(/^0x02/)] },
    ])
  })

  test('SIG-15: error: what the node refuses is the answer, with its code', async () => {
    await delegated(ada)
    const message = 'insufficient funds for gas * price + value'
    nodeAnswers = { eth_sendRawTransaction: { error: { code: -32000, message } } }
    const { status, body } = await rpc(await payment(ada))
    nodeAnswers = accepts
    expect([status, body]).toEqual([
      200,
      {
        method: 'eth_sendTransaction',
        error: { code: 'insufficient_funds', message: 'Insufficient funds for it and its fee' },
      },
    ])
  })

  test('SIG-12: fifty equal requests with one idempotency key send once, and all get the same hash', async () => {
    await delegated(ada)
    sent.length = 0
    const body = await payment(ada)
    const ask = async () => {
      for (;;) {
        const answer = await rpc(body, { idempotencyKey: 'fifty' })
        if (answer.status !== 429) return answer
      }
    }
    const answers = await Promise.all(Array.from({ length: 50 }, ask))

    const hashes = new Set(answers.map((answer) => answer.body.data?.hash))
    expect([...hashes]).toEqual([expect.stringMatching(/^0x[0-9a-f]{64}$/)])
    expect(sent).toHaveLength(1)
  })

  test('SIG-12: error: another request with the same idempotency key', async () => {
    await delegated(ada)
    await rpc(await payment(ada), { idempotencyKey: 'one' })
    await rpc(await hello(ada), { idempotencyKey: 'two' })
    sent.length = 0
    const { params, ...asked } = await payment(ada)
    const other = { ...asked, params: { transaction: { ...params.transaction, value: 2 } } }

    for (const idempotencyKey of ['one', 'two']) {
      const { status, body } = await rpc(other, { idempotencyKey })
      expect([status, body]).toMatchObject([
        400,
        {
          code: 'invalid_data',
          error: 'privy-idempotency-key was used for another request',
        },
      ])
    }
    expect(sent).toEqual([])
  })

  test('a message with an idempotency key is signed again, and no longer once its user has revoked', async () => {
    await delegated(ada)
    const body = await hello(ada)
    const first = await rpc(body, { idempotencyKey: 'message' })
    const second = await rpc(body, { idempotencyKey: 'message' })
    expect([first.status, second.body]).toEqual([200, first.body])
    const tables = JSON.stringify(await dumpTables(world.kit.db))
    expect(tables).not.toContain(first.body.data?.signature?.slice(2))

    await revoke(ada)
    expect((await rpc(body, { idempotencyKey: 'message' })).body).toMatchObject({
      code: 'user_has_not_delegated_wallet',
    })
  })

  test('a transaction that the node refused is sent again with the same idempotency key', async () => {
    await delegated(ada)
    nodeAnswers = { eth_sendRawTransaction: { error: { code: -32000, message: 'busy' } } }
    const body = await payment(ada)
    const refused = await rpc(body, { idempotencyKey: 'busy' })
    nodeAnswers = accepts
    expect(refused.body.error).toMatchObject({ code: 'transaction_broadcast_failure' })
    const { data } = (await rpc(body, { idempotencyKey: 'busy' })).body
    expect(data).toMatchObject({ hash: expect.stringMatching(/^0x/) })
  })

  test('error: a network without a node: nothing is signed or counted', async () => {
    await delegated(ada)
    sent.length = 0
    const { params, ...asked } = await payment(ada)
    const transaction = { ...params.transaction, chain_id: 1 }
    const body = { ...asked, caip2: 'eip155:1', params: { transaction } }
    expect((await rpc(body)).body).toMatchObject({
      code: 'not_supported',
      error: 'No RPC url found for eip155:1',
    })
    expect(sent).toEqual([])
  })

  test('DEL-05: is refused once the user has revoked, also while the signer is down', async () => {
    await delegated(ada)
    await delegate.stop()
    const refused = await revoke(ada)
    expect(refused.status).toBe(503)
    expect((await rpc(await hello(ada))).body).toMatchObject({
      code: 'user_has_not_delegated_wallet',
    })
    await delegate.start()
    expect((await revoke(ada)).body).toMatchObject({ message: expect.any(String) })
    expect(await walletsOf(ada)).toEqual([false])
  })

  test('a deleted user’s wallet signs no more', async () => {
    await delegated(eve)
    await world.kit.call(
      api.users.delete,
      { params: { user_id: eve.session.user.id } },
      { secret: world.kit.appSecret },
    )
    expect((await rpc(await hello(eve))).body).toMatchObject({
      code: 'user_has_not_delegated_wallet',
    })
  })
})

test('T-31: the signer forgets a user with the vault, once the hold is over', async () => {
  const { kit } = world
  const asked: string[] = []
  const { delegate: real } = kit.deps
  kit.deps.delegate = {
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
  kit.deps.delegate = real
})

test('the database holds no half of a key in clear', async () => {
  const body = await consented(ada)
  await store(ada, body)
  const tables = JSON.stringify(await dumpTables(world.kit.db))
  for (const form of ['hex', 'base64', 'base64url'] as const)
    expect(tables).not.toContain(Buffer.from(body.app_share, 'base64url').toString(form))
})

function person(email: string) {
  return createInhabitant(world.kit, { email, vaultPublicKey: world.vault.publicKey })
}

const pageOf = ({ session: { token } }: Inhabitant) => ({ token })

async function keyOf({ device }: Inhabitant): Promise<Uint8Array> {
  const chain = await loadChain.ethereum()
  return chain.derivePrivateKey(await seedFromEntropy(device.entropy), 0)
}

async function addressOf(who: Inhabitant): Promise<string> {
  return (await loadChain.ethereum()).address(await keyOf(who)).address
}

function open({ device, frame }: Inhabitant) {
  return world.kit.call(
    api.delegation.openConsent,
    {
      params: { wallet_id: device.walletId },
      body: { chain_type: 'ethereum', wallet_index: 0 },
    },
    frame,
  )
}

/** What the frame sends once its user has consented. */
async function consented(who: Inhabitant) {
  const { consent } = (await open(who)).body
  return consentBody(consent, { entropy: who.device.entropy, delegateKey: delegate.publicKey })
}

function store({ frame }: Inhabitant, body: Awaited<ReturnType<typeof consented>>) {
  return world.kit.call(api.delegation.delegate, { body }, frame)
}

async function delegated(who: Inhabitant) {
  return store(who, await consented(who))
}

function revoke(who: Inhabitant) {
  return world.kit.call(api.delegatedWallets.revoke, {}, pageOf(who))
}

async function walletsOf(who: Inhabitant): Promise<boolean[]> {
  const { body } = await world.kit.call(api.user.me, {}, pageOf(who))
  return body.user.linked_accounts.flatMap((account) =>
    account.type === 'wallet' && 'delegated' in account && account.chain_type === 'ethereum'
      ? [account.delegated === true]
      : [],
  )
}

async function hello(who: Inhabitant) {
  const params = { message: 'hello', encoding: 'utf-8' }
  return {
    chain_type: 'ethereum' as const,
    address: await addressOf(who),
    method: 'personal_sign',
    params,
  }
}

async function payment(who: Inhabitant) {
  const transaction = {
    type: 2,
    to: recipient,
    chain_id: 31337,
    nonce: 0,
    value: 1,
    gas_limit: 21000,
    max_fee_per_gas: 1,
    max_priority_fee_per_gas: 0,
  }
  return {
    chain_type: 'ethereum' as const,
    address: await addressOf(who),
    method: 'eth_sendTransaction',
    caip2: 'eip155:31337',
    params: { transaction },
  }
}

interface RpcBody extends Record<string, unknown> {
  chain_type: 'ethereum'
  address: string
  method: string
  params?: object
}

function signatureOf(
  body: RpcBody,
  {
    key = authorizationKey,
    appId = world.kit.appId,
    idempotencyKey,
  }: { key?: AuthorizationKey; appId?: string; idempotencyKey?: string | undefined } = {},
): string {
  const url = `${ada.frame.origin}/api/v1/wallets/rpc`
  return authorizationSignature({ url, appId, body, idempotencyKey }, key)
}

function rpc(
  body: RpcBody,
  {
    idempotencyKey,
    signature = signatureOf(body, { idempotencyKey }),
  }: { idempotencyKey?: string; signature?: string } = {},
) {
  const { kit } = world
  const headers = {
    'privy-authorization-signature': signature,
    ...(idempotencyKey && { 'privy-idempotency-key': idempotencyKey }),
  }
  return kit.call(api.delegatedWallets.rpc, { body }, { secret: kit.appSecret, headers })
}
