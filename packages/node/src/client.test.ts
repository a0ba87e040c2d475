import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateKeyPair } from './authorization/keys.js'
import { type BackEndWorld, createBackEndWorld } from './test-kit/back-end-world.js'

let world: BackEndWorld
let key: Awaited<ReturnType<typeof generateKeyPair>>
const payee = '0x00000000000000000000000000000000000A11cE'
const signedBy = (...keys: { private_key: string }[]) => ({
  authorization_context: { authorization_private_keys: keys.map((each) => each.private_key) },
})
beforeAll(async () => {
  ;[world, key] = await Promise.all([createBackEndWorld(), generateKeyPair()])
})
afterAll(() => world?.close())

/** A wallet whose owner may send 100 wei a day. */
async function limitedWallet() {
  const { client } = world
  const owner = { public_key: key.public_key }
  const limit = await client.aggregations().create({
    name: 'A hundred wei a day',
    method: 'eth_sendTransaction',
    metric: { function: 'sum', field_source: 'ethereum_transaction', field: 'value' },
    window: { type: 'rolling', seconds: 86_400 },
    owner,
  })
  const policy = await client.policies().create({
    ...{ version: '1.0', name: 'Payouts', chain_type: 'ethereum', owner },
    rules: [
      {
        name: 'Within the limit',
        method: 'eth_sendTransaction',
        action: 'ALLOW',
        conditions: [
          {
            ...{ field_source: 'reference', field: `aggregation.${limit.id}` },
            ...{ operator: 'lte', value: '100' },
          },
        ],
      },
    ],
  })
  const wallet = await client
    .wallets()
    .create({ chain_type: 'ethereum', policy_ids: [policy.id], owner })
  return { limit, policy, wallet }
}

describe('tokens', () => {
  test('an access and an identity token of a login verify; one more network call serves all of them', async () => {
    const { token, user, identity_token } = await world.kit.signIn('ada@example.com')
    const client = world.connect()
    const before = world.sent.length
    const headers = {
      authorization: `Bearer ${token}`,
      'privy-id-token': identity_token ?? '',
    }
    for (let at = 0; at < 20; at += 1) {
      const found = await client.authenticate({ headers })
      expect([found.user_id, found.app_id]).toEqual([user.id, world.kit.appId])
      if (identity_token)
        expect(found.user?.linked_accounts).toMatchObject([
          { type: 'email', address: 'ada@example.com' },
        ])
    }
    expect(world.sent.length - before).toBe(1)
  })
})

describe('users', () => {
  test('are imported, found, listed, changed and deleted', async () => {
    const users = world.client.users()
    const made = await users.create({
      linked_accounts: [{ type: 'email', address: 'grace@example.com' }],
      custom_metadata: { plan: 'gold' },
    })
    expect(await users.get(made.id)).toEqual(made)
    expect((await users.getByEmailAddress({ address: 'grace@example.com' })).id).toBe(made.id)
    expect((await users.search({ searchTerm: 'grace' })).data.map(({ id }) => id)).toEqual([
      made.id,
    ])
    const changed = await users.setCustomMetadata(made.id, { custom_metadata: { plan: 'iron' } })
    expect(changed.custom_metadata).toEqual({ plan: 'iron' })
    await users.createBatch({
      users: [1, 2, 3].map((at) => ({
        linked_accounts: [{ type: 'email', address: `user${at}@example.com` }],
      })),
    })
    const ids = new Set<string>()
    for await (const { id } of users.list({ limit: 2 })) ids.add(id)
    expect(ids.size).toBeGreaterThanOrEqual(4)
    await users.delete(made.id)
    await expect(users.get(made.id)).rejects.toMatchObject({
      ...{ code: 'user_does_not_exist', status: 404, requestId: expect.any(String) },
    })
  })

  test('get wallets ahead of their login', async () => {
    const user = await world.client
      .users()
      .create({ linked_accounts: [{ type: 'email', address: 'ahead@example.com' }] })
    await world.client.users().pregenerateWallets(user.id, { wallets: [{ chain_type: 'solana' }] })
    const listed = await world.client.wallets().list({ user_id: user.id })
    expect(listed.data).toMatchObject([{ chain_type: 'solana' }])
  })
})

describe('wallets', () => {
  test('an owner pays within a limit; what exceeds it is refused with what is left', async () => {
    const { wallet, limit, policy } = await limitedWallet()
    const pay = (value: number) =>
      world.client
        .wallets()
        .ethereum()
        .sendTransaction(wallet.id, {
          caip2: 'eip155:31337',
          params: { transaction: { to: payee, value } },
          ...signedBy(key),
        })

    const paid = await pay(70)
    expect(paid.hash).toMatch(/^0x[0-9a-f]{64}$/)
    const sent = await world.client.transactions().get(paid.transaction_id ?? '')
    expect(sent).toMatchObject({ wallet_id: wallet.id, transaction_hash: paid.hash })
    await expect(pay(40)).rejects.toMatchObject({
      ...{ name: 'SallyportError', code: 'policy_violation', status: 400 },
      ...{ message: expect.stringMatching(/30/) },
    })
    const judged = await world.client.policies().evaluate(policy.id, {
      wallet_id: wallet.id,
      request: {
        ...{ method: 'eth_sendTransaction', caip2: 'eip155:31337' },
        params: {
          transaction: {
            ...{ to: payee, value: 30, chain_id: 31337, nonce: 1 },
            ...{ gas_limit: 21_000, max_fee_per_gas: 9, max_priority_fee_per_gas: 1 },
          },
        },
      },
    })
    expect(judged.limits).toMatchObject([{ id: limit.id, left: '30' }])
  })

  test('error: without the signature of the owner nothing is signed or changed', async () => {
    const { wallet } = await limitedWallet()
    const expected = { code: 'missing_or_invalid_token', status: 401 }
    const asked = { caip2: 'eip155:31337', params: { transaction: { to: payee, value: 1 } } }
    await expect(
      world.client.wallets().ethereum().sendTransaction(wallet.id, asked),
    ).rejects.toMatchObject(expected)
    await expect(
      world.client
        .wallets()
        .update(wallet.id, { policy_ids: [], ...signedBy(await generateKeyPair()) }),
    ).rejects.toMatchObject(expected)
  })

  test('are found by address, renamed by their owner and archived', async () => {
    const { wallet } = await limitedWallet()
    const wallets = world.client.wallets()
    expect((await wallets.getWalletByAddress({ address: wallet.address })).id).toBe(wallet.id)
    const renamed = await wallets.update(wallet.id, { display_name: 'Till', ...signedBy(key) })
    expect(renamed.display_name).toBe('Till')
    await wallets.archive(wallet.id)
    await expect(wallets.get(wallet.id)).rejects.toMatchObject({ code: 'not_found' })
    const archived = await wallets.get(wallet.id, { include_archived: true })
    expect(typeof archived.archived_at).toBe('number')
  })

  test('keys are imported sealed, and exported under a policy that allows it', async () => {
    const { client } = world
    const private_key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
    const policy = await client.policies().create({
      ...{ version: '1.0', name: 'Export', chain_type: 'ethereum' },
      rules: [{ name: 'Export', method: 'exportPrivateKey', action: 'ALLOW', conditions: [] }],
    })
    const wallet = await client.wallets().import({
      address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      ...{ chain_type: 'ethereum', entropy_type: 'private-key', secret: private_key },
      ...{ owner: { public_key: key.public_key }, policy_ids: [policy.id] },
    })
    expect(await client.wallets().exportPrivateKey(wallet.id, signedBy(key))).toEqual({
      private_key,
    })
    await expect(client.wallets().exportPrivateKey(wallet.id)).rejects.toMatchObject({
      status: 401,
    })
  })

  test('a user signs by their token once the app exchanges tokens; one exchange serves many calls', async () => {
    const { client, kit } = world
    const { token, user } = await kit.signIn('signs@example.com')
    const policy = await client.policies().create({
      ...{ version: '1.0', name: 'Messages', chain_type: 'ethereum' },
      rules: [{ name: 'Messages', method: 'personal_sign', action: 'ALLOW', conditions: [] }],
    })
    const wallet = await client.wallets().create({
      ...{ chain_type: 'ethereum', owner: { user_id: user.id }, policy_ids: [policy.id] },
    })
    const sign = () =>
      client
        .wallets()
        .ethereum()
        .signMessage(wallet.id, {
          message: 'hi',
          authorization_context: { user_jwts: [token] },
        })
    await expect(sign()).rejects.toMatchObject({ code: 'feature_not_enabled' })
    await client.apps().updateWalletSettings({ user_keys: true })
    const before = world.sent.length
    const [first] = await Promise.all([sign(), sign(), sign()])
    await sign()
    expect(first.signature).toMatch(/^0x[0-9a-f]{130}$/)
    const exchanges = world.sent.slice(before).filter((each) => each.endsWith('/authenticate'))
    expect(exchanges).toHaveLength(1)
    await client.apps().updateWalletSettings({ user_keys: false })
  })
})

describe('governance', () => {
  test('a quorum of two signs a request that waits, one after the other', async () => {
    const { client } = world
    const second = await generateKeyPair()
    const quorum = await client.keyQuorums().create({
      public_keys: [key.public_key, second.public_key],
      authorization_threshold: 2,
    })
    const wallet = await client.wallets().create({ chain_type: 'ethereum', owner_id: quorum.id })
    const proposed = await client.intents().rpc(wallet.id, {
      ...{ method: 'personal_sign', chain_type: 'ethereum' },
      params: { message: 'hi', encoding: 'utf-8' },
    })
    const once = await client.intents().authorize(proposed.intent_id, signedBy(key))
    expect(once.status).toBe('pending')
    const done = await client.intents().authorize(proposed.intent_id, signedBy(second))
    expect(done.status).toBe('executed')
    const listed = await client.intents().list({ status: 'executed' })
    expect(listed.data.map(({ intent_id }) => intent_id)).toContain(proposed.intent_id)
  })

  test('rules and sets are changed by their owner', async () => {
    const { client } = world
    const owner = { public_key: key.public_key }
    const set = await client.conditionSets().create({ name: 'Payees', owner })
    const [item] = await client.conditionSets().addItems(set.id, [{ value: payee }], signedBy(key))
    const values = []
    for await (const { value } of client.conditionSets().listItems(set.id)) values.push(value)
    expect(values).toEqual([payee])
    await client.conditionSets().deleteItem(item?.id ?? '', {
      ...{ condition_set_id: set.id },
      ...signedBy(key),
    })
    const policy = await client.policies().create({
      ...{ version: '1.0', name: 'Rules', chain_type: 'ethereum', owner, rules: [] },
    })
    const rule = await client.policies().createRule(policy.id, {
      ...{ name: 'Messages', method: 'personal_sign', action: 'ALLOW', conditions: [] },
      ...signedBy(key),
    })
    const of = { policy_id: policy.id }
    expect((await client.policies().getRule(rule.id, of)).name).toBe('Messages')
    expect(await client.policies().deleteRule(rule.id, { ...of, ...signedBy(key) })).toEqual({
      success: true,
    })
    expect(await client.policies().listRules(policy.id)).toEqual([])
    expect(await client.policies().delete(policy.id, signedBy(key))).toEqual({ success: true })
  })
})

test('the app: allow list, test accounts and settings', async () => {
  const apps = world.client.apps()
  await apps.inviteToAllowlist({ type: 'email', value: 'ada@example.com' })
  expect(await apps.getAllowlist()).toMatchObject([{ type: 'email', value: 'ada@example.com' }])
  await apps.removeFromAllowlist({ type: 'email', value: 'ada@example.com' })
  expect((await apps.getSettings()).id).toBe(world.kit.appId)
  const account = await apps.createTestAccount({ name: 'Tests' })
  const { access_token } = await apps.getTestAccessToken({ email: account.email })
  expect((await world.client.verifyAccessToken(access_token)).user_id).toMatch(/^did:privy:/)
  await apps.deleteTestAccount(account.id)
  await expect(apps.getTestAccessToken()).rejects.toMatchObject({ code: 'user_does_not_exist' })
})
