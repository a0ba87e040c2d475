import { api } from '@sallyport/contract'
import { createWalletWorld, type WalletWorld } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runMaintenance } from '../../maintenance.js'

const { serverWallets, keyQuorums } = api
let world: WalletWorld
beforeAll(async () => {
  world = await createWalletWorld()
})
afterAll(() => world?.close())

const named = (id: string) => ({ params: { wallet_id: id } })

describe('create', () => {
  test.each([
    ['ethereum', /^0x[0-9a-fA-F]{40}$/],
    ['solana', /^[1-9A-HJ-NP-Za-km-z]{32,44}$/],
    ['bitcoin-segwit', /^bc1q/],
    ['bitcoin-taproot', /^bc1p/],
  ])(
    'makes a wallet on %s, which is read by id, by address and in the list',
    async (chain, form) => {
      const { status, body } = await world.call(serverWallets.create, {
        body: { chain_type: chain },
      })

      expect([status, body.chain_type, body.owner_id]).toEqual([200, chain, null])
      expect(body.address).toMatch(form)
      expect([body.policy_ids, body.additional_signers]).toEqual([[], []])
      const read = await world.call(serverWallets.find, { ...named(body.id), query: {} })
      expect(read.body).toEqual(body)
      const address = { body: { address: body.address } }
      expect((await world.call(serverWallets.findByAddress, address)).body).toEqual(body)
      const listed = await world.call(serverWallets.list, { query: { address: body.address } })
      expect(listed.body).toEqual({ data: [body], next_cursor: null })
    },
  )

  test('an owner that is a key becomes a quorum of one member', async () => {
    const key = world.newKey()
    const wallet = await world.createWallet({ display_name: 'Till' }, key)

    expect(wallet.display_name).toBe('Till')
    const params = { key_quorum_id: String(wallet.owner_id) }
    const { body } = await world.call(keyQuorums.find, { params })
    expect(body).toMatchObject({
      id: wallet.owner_id,
      authorization_threshold: 1,
      authorization_keys: [{ public_key: key.spki }],
    })
    const listed = await world.call(serverWallets.list, { query: { authorization_key: key.spki } })
    expect(listed.body.data.map(({ id }) => id)).toEqual([wallet.id])
  })

  test('the same idempotency key gives the same wallet, and another body is refused', async () => {
    const options = { idempotencyKey: 'first-payout' }
    const input = { body: { chain_type: 'ethereum' } }
    const first = await world.call(serverWallets.create, input, options)
    const again = await world.call(serverWallets.create, input, options)
    expect(again.body).toEqual(first.body)

    const other = await world.call(
      serverWallets.create,
      { body: { chain_type: 'solana' } },
      options,
    )
    expect([other.status, other.body.code]).toEqual([400, 'invalid_data'])
  })

  test.each([
    [{ chain_type: 'tron' }, 'not_supported', 'tron'],
    [{ chain_type: 'ethereum', owner: {} }, 'invalid_data', 'owner'],
    [{ chain_type: 'ethereum', owner_id: 'a'.repeat(24) }, 'invalid_data', 'owner'],
    [
      {
        chain_type: 'ethereum',
        authorization_key_ids: ['a'.repeat(24)],
        authorization_threshold: 2,
      },
      'invalid_data',
      'If specified, authorization_threshold must be an integer between 1 and the length of authorization_key_ids.',
    ],
    [{ chain_type: 'ethereum', entity: { id: 'a', type: 'organization' } }, 'not_supported', 'org'],
    [{ chain_type: 'ethereum', unknown: 1 }, 'invalid_data', 'unknown'],
  ])('error: %j', async (body, code, text) => {
    const answer = await world.call(serverWallets.create, { body: body as { chain_type: string } })
    expect([answer.status, answer.body.code]).toEqual([400, code])
    expect(String(answer.body.error)).toContain(text)
  })

  test('error: an external id that the app has used', async () => {
    const input = { body: { chain_type: 'ethereum', external_id: 'till-1' } }
    expect((await world.call(serverWallets.create, input)).status).toBe(200)
    const { status, body } = await world.call(serverWallets.create, input)
    expect([status, body.code, body.data]).toEqual([400, 'invalid_data', { field: 'external_id' }])
  })

  test('a batch makes each by itself, in order', async () => {
    const wallets = [{ chain_type: 'ethereum' }, { chain_type: 'near' }, { chain_type: 'solana' }]
    const { status, body } = await world.call(serverWallets.createBatch, { body: { wallets } })

    expect(status).toBe(200)
    expect(body.results).toMatchObject([
      { index: 0, success: true, wallet: { chain_type: 'ethereum' } },
      { index: 1, success: false, code: 'not_supported' },
      { index: 2, success: true, wallet: { chain_type: 'solana' } },
    ])
  })

  test('a wallet that the signer has confirmed when the server stopped is finished, another one is given up', async () => {
    const { kit } = world
    const wallet = await world.createWallet({ external_id: 'half-way' })
    const state = (value: 'pending') =>
      kit.db
        .updateTable('server_wallet')
        .set({ state: value, address: null, address_key: null })
        .where('wallet_id', '=', wallet.id)
        .execute()
    await state('pending')
    const read = () => world.call(serverWallets.find, { ...named(wallet.id), query: {} })
    expect((await read()).status).toBe(404)

    kit.clock.advance(20 * 60_000)
    await runMaintenance(kit.deps)
    expect((await read()).body).toMatchObject({ id: wallet.id, address: wallet.address })
  })
})

describe('list', () => {
  test('pages through all wallets, the newest first, and never ends on an empty page', async () => {
    const chain_type = 'bitcoin-taproot'
    for (let made = 0; made < 3; made += 1) await world.createWallet({ chain_type })
    const all = await world.call(serverWallets.list, { query: { chain_type } })
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const query = { chain_type, limit: '2', ...(cursor && { cursor }) } as const
      const { body } = await world.call(serverWallets.list, { query })
      expect(body.data.length).toBeGreaterThan(0)
      seen.push(...body.data.map(({ id }) => id))
      cursor = body.next_cursor
    } while (cursor)
    expect(seen).toEqual(all.body.data.map(({ id }) => id))
  })

  test('error: a cursor of another server', async () => {
    const { status, body } = await world.call(serverWallets.list, { query: { cursor: 'x' } })
    expect([status, body.code]).toEqual([400, 'invalid_data'])
  })

  test('another app sees nothing of them', async () => {
    const other = await world.kit.addApp({ name: 'Other' })
    const wallet = await world.createWallet()
    const options = { secret: other.appSecret, appId: other.appId }
    const input = { ...named(wallet.id), query: {} }
    expect((await world.call(serverWallets.find, input, options)).body.code).toBe('not_found')
    expect((await world.call(serverWallets.list, { query: {} }, options)).body.data).toEqual([])
  })
})

describe('change', () => {
  test('the present owner signs, and the owner of before can change nothing more', async () => {
    const [before, after] = [world.newKey(), world.newKey()]
    const wallet = await world.createWallet({}, before)
    const update = (body: object, key: typeof before) =>
      world.call(serverWallets.update, { ...named(wallet.id), body }, { keys: [key] })

    const changed = await update({ owner: { public_key: after.spki }, display_name: 'New' }, before)
    expect([changed.status, changed.body.display_name]).toEqual([200, 'New'])
    expect(changed.body.owner_id).not.toBe(wallet.owner_id)
    const late = await update({ display_name: 'Late' }, before)
    expect([late.status, late.body.code]).toEqual([401, 'missing_or_invalid_token'])
    expect((await update({ display_name: null }, after)).body.display_name).toBeUndefined()
  })

  test.each([
    ['no signature', []],
    ['another key', ['other']],
  ])('error: %s', async (_kind, keys) => {
    const wallet = await world.createWallet({}, world.newKey())
    const answer = await world.call(
      serverWallets.update,
      { ...named(wallet.id), body: { display_name: 'Mine' } },
      { keys: keys.map(() => world.newKey()) },
    )
    expect([answer.status, answer.body.code]).toEqual([401, 'missing_or_invalid_token'])
  })

  test('error: a signature for another wallet, and one that has expired', async () => {
    const key = world.newKey()
    const [wallet, other] = [await world.createWallet({}, key), await world.createWallet({}, key)]
    const body = { display_name: 'Mine' }
    const expired = world.kit.clock.nowMs() - 1
    const late = await world.call(
      serverWallets.update,
      { ...named(wallet.id), body },
      { keys: [key], expiry: expired },
    )
    expect(late.body.code).toBe('missing_or_invalid_token')
    const unknown = await world.call(serverWallets.update, { ...named('a'.repeat(24)), body })
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found'])
    expect(other.id).not.toBe(wallet.id)
  })

  test('an archived wallet is hidden, is found when asked for, and is archived once', async () => {
    const wallet = await world.createWallet()
    const archived = await world.call(serverWallets.archive, named(wallet.id))
    expect([archived.status, typeof archived.body.archived_at]).toEqual([200, 'number'])

    const input = { ...named(wallet.id), query: {} }
    expect((await world.call(serverWallets.find, input)).status).toBe(404)
    const shown = { ...named(wallet.id), query: { include_archived: 'true' } } as const
    expect((await world.call(serverWallets.find, shown)).body.id).toBe(wallet.id)
    expect((await world.call(serverWallets.archive, named(wallet.id))).status).toBe(404)
  })

  test('is tied to an entity of the app, by which it is listed', async () => {
    const wallet = await world.createWallet()
    const body = { id: 'shop-7', type: 'user' } as const
    const tied = await world.call(serverWallets.assignEntity, { ...named(wallet.id), body })
    expect(tied.body).toMatchObject({ wallet_id: wallet.id, entity: body })
    const listed = await world.call(serverWallets.list, { query: { entity_id: 'shop-7' } })
    expect(listed.body.data.map(({ id }) => id)).toEqual([wallet.id])
  })
})

describe('quorums', () => {
  test('two of three sign a change of their wallet, and one waits', async () => {
    const keys = [world.newKey(), world.newKey(), world.newKey()] as const
    const body = { public_keys: keys.map(({ spki }) => spki), authorization_threshold: 2 }
    const quorum = await world.call(keyQuorums.create, { body })
    expect(quorum.body.authorization_threshold).toBe(2)
    const wallet = await world.createWallet({ owner_id: quorum.body.id })
    const update = (...signing: (typeof keys)[number][]) =>
      world.call(
        serverWallets.update,
        { ...named(wallet.id), body: { display_name: 'Ours' } },
        { keys: signing },
      )

    const alone = await update(keys[0])
    expect([alone.status, alone.body.code]).toEqual([403, 'awaiting_approval'])
    expect((await update(keys[0], keys[0])).status).toBe(403)
    expect((await update(keys[0], keys[2])).body.display_name).toBe('Ours')
  })

  test('its members change and end it', async () => {
    const [first, second] = [world.newKey(), world.newKey()]
    const { body } = await world.call(keyQuorums.create, { body: { public_keys: [first.spki] } })
    const params = { key_quorum_id: body.id }
    const change = { params, body: { public_keys: [second.spki], display_name: 'Night' } }
    expect((await world.call(keyQuorums.update, change)).status).toBe(401)
    const changed = await world.call(keyQuorums.update, change, { keys: [first] })
    expect(changed.body).toMatchObject({ display_name: 'Night' })

    const removed = await world.call(keyQuorums.remove, { params }, { keys: [second] })
    expect(removed.body).toEqual({ success: true })
    expect((await world.call(keyQuorums.find, { params })).status).toBe(404)
  })

  test.each([
    [{}],
    [{ public_keys: ['x'] }],
    [{ key_quorum_ids: ['a'.repeat(24)] }],
    [{ user_ids: ['did:privy:a'], authorization_threshold: 2 }],
  ])('error: %j', async (body) => {
    const answer = await world.call(keyQuorums.create, { body })
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_data'])
  })
})
