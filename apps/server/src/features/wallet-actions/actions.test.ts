import { api } from '@sallyport/contract'
import { rpcBroadcast } from '@sallyport/server'
import { authorizationSignature, createWalletWorld, type WalletWorld } from '@sallyport/testing'
import { keccak256, parseTransaction, recoverTransactionAddress, verifyMessage } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { logEvents } from '../../testing/event-log.js'
import { trackTransactions } from '../../wallet-api/send/track.js'

const { walletActions, transactions } = api
const recipient = `0x${'ab'.repeat(20)}` as const
const caip2 = 'eip155:31337'
const complete = { nonce: 0, gas_limit: 21_000, gas_price: 1 }

/** A node that answers what a test says, by method. */
const node = {
  sent: [] as { method: string; params: readonly unknown[] }[],
  answers: {} as Record<string, object | ((params: readonly unknown[]) => object)>,
}
const calm = {
  eth_getTransactionCount: { result: '0x0' },
  eth_estimateGas: { result: '0x5208' },
  eth_getBlockByNumber: { result: { baseFeePerGas: '0x64' } },
  eth_maxPriorityFeePerGas: { result: '0x2' },
  eth_sendRawTransaction: { result: '0x' },
}
let world: WalletWorld
let readEvents: Awaited<ReturnType<typeof logEvents>>
beforeAll(async () => {
  world = await createWalletWorld({
    deps: {
      broadcast: rpcBroadcast(
        {
          ethereumRpcUrls: new Map([['31337', 'http://node']]),
          solanaRpcUrls: new Map([['local', 'http://node']]),
        },
        async (_url, init) => {
          const { method, params } = JSON.parse(String(init?.body))
          node.sent.push({ method, params })
          const answer = node.answers[method] ?? { result: null }
          return Response.json(typeof answer === 'function' ? answer(params) : answer)
        },
      ),
    },
  })
  readEvents = await logEvents(world.kit)
})
afterAll(() => world?.close())
beforeEach(() => {
  node.sent.length = 0
  node.answers = { ...calm }
})

const broadcasts = () => node.sent.filter(({ method }) => method === 'eth_sendRawTransaction')
const rpc = (id: string, body: object, options: Parameters<WalletWorld['call']>[2] = {}) =>
  world.call(
    walletActions.rpc,
    { params: { wallet_id: id }, body: body as Record<string, unknown> },
    options,
  )
const payment = (value = '0x1', more: object = {}) => ({
  method: 'eth_sendTransaction',
  caip2,
  params: { transaction: { to: recipient, value } },
  ...more,
})

describe('rpc', () => {
  test('signs a message for the owner’s key, and for no other', async () => {
    const key = world.newKey()
    const wallet = await world.createWallet({}, key)
    const body = { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } }

    const { status, body: answer } = await rpc(wallet.id, body, { keys: [key] })
    expect([status, answer.method]).toEqual([200, 'personal_sign'])
    const { signature } = answer.data as { signature: `0x${string}` }
    const address = wallet.address as `0x${string}`
    expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)
    for (const keys of [[], [world.newKey()]]) {
      const refused = await rpc(wallet.id, body, { keys })
      expect([refused.status, refused.body.code]).toEqual([401, 'missing_or_invalid_token'])
    }
  })

  test.each([
    [{ method: 'tron_signTransaction', params: {} }, 400, 'not_supported'],
    [
      { method: 'signMessage', params: { message: 'aGk=', encoding: 'base64' } },
      400,
      'invalid_data',
    ],
    [{ method: 'personal_sign', params: { message: 'x', encoding: 'hex' } }, 400, 'invalid_data'],
    [payment('0x1', { sponsor: true }), 400, 'feature_not_enabled'],
    [payment('0x1', { caip2: 'eip155:1' }), 400, 'not_supported'],
    [
      {
        method: 'personal_sign',
        params: { message: 'x', encoding: 'utf-8' },
        signature_options: { type: 'erc1271' },
      },
      400,
      'not_supported',
    ],
  ])('error: %j', async (body, status, code) => {
    const wallet = await world.createWallet()
    const answer = await rpc(wallet.id, body)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  const psbt = { psbt: 'cHNidP8BAA==', encoding: 'base64' }
  const packet = { transaction: 'AQID', encoding: 'base64' }
  const transaction = { transaction: { to: recipient, value: '0x1' } }
  test.each([
    ['ethereum', { method: 'eth_sendTransaction', params: transaction, caip2: 'solana:local' }],
    ['ethereum', { method: 'eth_sendTransaction', params: transaction, caip2: 'eip155:0x1' }],
    [
      'ethereum',
      { method: 'wallet_sendCalls', params: { calls: [{ to: recipient }] }, caip2: 'solana:local' },
    ],
    ['solana', { method: 'signAndSendTransaction', params: packet, caip2 }],
    ['solana', { method: 'signAndSendTransaction', params: packet, caip2: 'mainnet' }],
    ['bitcoin-segwit', { method: 'bitcoin_sendPsbt', params: psbt, caip2 }],
    ['bitcoin-taproot', { method: 'bitcoin_sendPsbt', params: psbt, caip2: 'solana:local' }],
  ])('error: a wallet on %s asked for another kind of network: %j', async (chain_type, body) => {
    const wallet = await world.createWallet({ chain_type })
    const answer = await rpc(wallet.id, body)

    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_data'])
    expect(answer.body.data).toEqual({ field: 'caip2' })
    expect(answer.body.error).toContain('CAIP-2')
  })

  test('error: no network named, and one without a node', async () => {
    const wallet = await world.createWallet()
    const { caip2: _, ...without } = payment()

    expect((await rpc(wallet.id, without)).body).toMatchObject({
      ...{ code: 'invalid_data', error: 'caip2 is missing', data: { field: 'caip2' } },
    })
    expect((await rpc(wallet.id, payment('0x1', { caip2: 'eip155:999' }))).body).toMatchObject({
      ...{ code: 'not_supported', data: { field: 'caip2' } },
      error: 'No RPC url found for eip155:999: this deployment has no node for that network',
    })
  })

  test.each([
    [
      'data',
      { chain_type: 'ethereum' },
      {
        method: 'eth_signTransaction',
        params: {
          transaction: {
            chain_id: 1,
            to: recipient,
            data: `0x${'00'.repeat(33_000)}`,
            ...complete,
          },
        },
      },
    ],
    [
      'a PSBT',
      { chain_type: 'bitcoin-segwit' },
      { method: 'bitcoin_signPsbt', params: { psbt: 'A'.repeat(66_000), encoding: 'base64' } },
    ],
  ])('error: a body with %s of more than 64 KiB', async (_what, fields, body) => {
    const wallet = await world.createWallet(fields)
    const { status, body: answer } = await rpc(wallet.id, body)

    expect([status, answer.code]).toEqual([413, 'invalid_data'])
    expect(String(answer.error)).toContain('64 KiB')
  })

  test('error: a wallet that the app does not have', async () => {
    const answer = await rpc('a'.repeat(24), payment())
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  })
})

describe('sends', () => {
  test('fills nonce, gas and fees in from the node, sends once and tells of it', async () => {
    const wallet = await world.createWallet()
    node.answers.eth_getTransactionCount = { result: '0x7' }

    const { status, body } = await rpc(wallet.id, payment('0x5', { reference_id: 'order-1' }))
    expect([status, body.method]).toEqual([200, 'eth_sendTransaction'])
    const data = body.data as { hash: string; transaction_id: string; reference_id: string }
    expect(data).toMatchObject({ caip2, reference_id: 'order-1' })
    const [raw] = broadcasts().map(({ params }) => params[0] as `0x02${string}`)
    if (raw === undefined) throw new Error('Nothing was sent')
    expect(parseTransaction(raw)).toMatchObject({
      ...{ chainId: 31337, nonce: 7, to: recipient, value: 5n, gas: 21000n },
      ...{ maxFeePerGas: 202n, maxPriorityFeePerGas: 2n },
    })
    expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(wallet.address)
    const found = await world.call(transactions.find, {
      params: { transaction_id: data.transaction_id },
    })
    expect(found.body).toMatchObject({
      ...{ id: data.transaction_id, wallet_id: wallet.id, caip2, status: 'broadcasted' },
      ...{ transaction_hash: data.hash, reference_id: 'order-1' },
    })
  })

  test('the same idempotency key 20 times at once is one transaction', async () => {
    const wallet = await world.createWallet()
    const ask = () => rpc(wallet.id, payment('0x9'), { idempotencyKey: 'pay-once' })
    const answers = await Promise.all(Array.from({ length: 20 }, ask))
    const hashes = answers.flatMap(({ status, body }) =>
      status === 200 ? [(body.data as { hash: string }).hash] : [],
    )
    expect(hashes.length).toBeGreaterThan(0)
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true)
    const again = await ask()
    expect(new Set([...hashes, (again.body.data as { hash: string }).hash]).size).toBe(1)
    expect(new Set(broadcasts().map(({ params }) => params[0])).size).toBe(1)
    const other = await rpc(wallet.id, payment('0xa'), { idempotencyKey: 'pay-once' })
    expect([other.status, other.body.code]).toEqual([400, 'invalid_data'])
  })

  test('a retry of a client without idempotency keys is the same transaction', async () => {
    const key = world.newKey()
    const wallet = await world.createWallet({}, key)
    const expiry = world.kit.clock.nowMs() + 60_000
    const body = payment()
    const url = `http://localhost:4400/api/v1/wallets/${wallet.id}/rpc`
    const request = { url, appId: world.kit.appId, body, expiry: String(expiry) }
    const options = { signatures: [authorizationSignature(request, key)], expiry }
    const answers = [await rpc(wallet.id, body, options), await rpc(wallet.id, body, options)]

    const hashes = answers.map((each) => (each.body.data as { hash: string }).hash)
    expect(new Set(hashes).size).toBe(1)
    expect(broadcasts().length).toBe(1)
  })

  test('several sends at once have nonces without gaps', async () => {
    const wallet = await world.createWallet()
    const answers = await Promise.all(
      [1, 2, 3, 4].map((value) => rpc(wallet.id, payment(`0x${value}`))),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const nonces = broadcasts().map(
      ({ params }) => parseTransaction(params[0] as `0x02`).nonce ?? 0,
    )
    expect(nonces.sort()).toEqual([0, 1, 2, 3])
  })

  test.each([
    ['above 2^53', '0x20000000000000'],
    ['the highest of the protocol', '0xfffffffffffffffe'],
  ])('error: a nonce %s, which no account has reached', async (_what, nonce) => {
    const wallet = await world.createWallet()
    const transaction = { to: recipient, value: '0x1', nonce }
    const body = { method: 'eth_sendTransaction', caip2, params: { transaction } }

    expect((await rpc(wallet.id, body)).body).toMatchObject({
      ...{ code: 'invalid_data', data: { field: 'nonce' } },
      error: 'nonce is higher than an account can have: at most 9007199254740991',
    })
    // Nothing was begun: the same wallet sends with a nonce from the node.
    expect((await rpc(wallet.id, payment())).status).toBe(200)
    expect(broadcasts().length).toBe(1)
  })

  test('a node that does not answer: the hash is known, and the same bytes are sent again', async () => {
    const wallet = await world.createWallet()
    node.answers.eth_sendRawTransaction = () => {
      throw new TypeError('The connection broke')
    }
    const { status, body } = await rpc(wallet.id, payment())
    expect(status).toBe(200)
    const { hash, transaction_id } = body.data as { hash: string; transaction_id: string }
    const params = { transaction_id }
    const read = async () => (await world.call(transactions.find, { params })).body
    expect(await read()).toMatchObject({ status: 'pending', transaction_hash: hash })

    node.answers.eth_sendRawTransaction = { result: '0x' }
    world.kit.clock.advance(5_000)
    await trackTransactions(world.kit.deps)
    expect(await read()).toMatchObject({ status: 'broadcasted', transaction_hash: hash })
    const own = broadcasts().filter(({ params: [raw] }) => keccak256(raw as `0x`) === hash)
    expect(own.length).toBe(2)
  })

  test.each([
    ['insufficient funds for gas * price + value', 'insufficient_funds'],
    ['nonce too low', 'transaction_broadcast_failure'],
  ])('error: a node that says "%s"', async (message, code) => {
    const wallet = await world.createWallet()
    node.answers.eth_sendRawTransaction = { error: { message } }
    const { status, body } = await rpc(wallet.id, payment())
    expect([status, body.code]).toEqual([400, code])
  })

  test.each(['eth_getTransactionCount', 'eth_estimateGas'])(
    'error: a node that does not answer %s',
    async (method) => {
      const wallet = await world.createWallet()
      node.answers[method] = { result: null }
      const { status, body } = await rpc(wallet.id, payment())
      expect([status, body.code]).toEqual([400, 'transaction_broadcast_failure'])
      expect(broadcasts()).toEqual([])
    },
  )

  test('is followed: in a block, undone with the block, final', async () => {
    const wallet = await world.createWallet()
    const { body } = await rpc(wallet.id, payment())
    const params = { transaction_id: (body.data as { transaction_id: string }).transaction_id }
    const look = async (answers: typeof node.answers) => {
      node.answers = { ...calm, eth_getTransactionByHash: { result: {} }, ...answers }
      world.kit.clock.advance(5_000)
      await trackTransactions(world.kit.deps)
      return (await world.call(transactions.find, { params })).body.status
    }
    const receipt = { result: { blockNumber: '0x10', status: '0x1' } }
    expect(await look({ eth_getTransactionReceipt: receipt })).toBe('confirmed')
    expect(await look({})).toBe('broadcasted')
    expect(await look({ eth_getTransactionReceipt: receipt })).toBe('confirmed')
    const late = { eth_getTransactionReceipt: receipt, eth_blockNumber: { result: '0x1c' } }
    expect(await look(late)).toBe('finalized')
    const events = await readEvents()
    const own = events.filter(({ data }) => data.transaction_id === params.transaction_id)
    expect(own.map(({ type }) => type.split('.')[1])).toEqual([
      ...['broadcasted', 'confirmed', 'broadcasted', 'confirmed', 'finalized'],
    ])
  })

  test('another transaction with its nonce takes its place', async () => {
    const wallet = await world.createWallet()
    const { body } = await rpc(wallet.id, payment())
    node.answers.eth_getTransactionCount = { result: '0x1' }
    world.kit.clock.advance(5_000)
    await trackTransactions(world.kit.deps)
    const params = { transaction_id: (body.data as { transaction_id: string }).transaction_id }
    expect((await world.call(transactions.find, { params })).body.status).toBe('replaced')
  })

  test('error: a reference id that the app has used', async () => {
    const wallet = await world.createWallet()
    await rpc(wallet.id, payment('0x1', { reference_id: 'twice' }))
    const { status, body } = await rpc(wallet.id, payment('0x2', { reference_id: 'twice' }))
    expect([status, body.code, body.data]).toEqual([400, 'invalid_data', { field: 'reference_id' }])
  })
})

describe('balance', () => {
  const read = (id: string, query: object) =>
    world.call(walletActions.balance, { params: { wallet_id: id }, query })

  test('of the network’s own coin and of a token, by the deployment’s node', async () => {
    const wallet = await world.createWallet()
    node.answers.eth_getBalance = { result: '0xde0b6b3a7640000' }
    node.answers.eth_call = (params) => {
      const [{ data }] = params as [{ data: string }]
      return { result: data.startsWith('0x313ce567') ? '0x6' : '0x16e360' }
    }
    const eth = await read(wallet.id, { asset: 'eth', chain: caip2 })
    expect(eth.body.balances).toEqual([
      {
        ...{ chain: caip2, asset: 'eth', raw_value: '1000000000000000000' },
        ...{ raw_value_decimals: 18, display_values: { eth: '1' } },
      },
    ])
    const token = await read(wallet.id, { token: `${caip2}:${recipient}` })
    expect(token.body.balances).toMatchObject([
      { raw_value: '1500000', raw_value_decimals: 6, display_values: { [recipient]: '1.5' } },
    ])
  })

  test.each([
    [{ asset: 'eth', chain: 'ethereum', include_currency: 'usd' }, 'feature_not_enabled'],
    [{ asset: 'eth', chain: 'ethereum' }, 'not_supported'],
    [{ asset: 'doge', chain: caip2 }, 'not_supported'],
    [{ asset: 'sol', chain: 'solana' }, 'invalid_data'],
    [{ asset: 'eth' }, 'invalid_data'],
  ])('error: %j', async (query, code) => {
    const wallet = await world.createWallet()
    const { status, body } = await read(wallet.id, query)
    expect([status, body.code]).toEqual([400, code])
  })
})

describe('transfers', () => {
  const transfer = (id: string, body: object, options: Parameters<WalletWorld['call']>[2] = {}) =>
    world.call(
      walletActions.transfer,
      // Bodies that the schema refuses are sent too.
      { params: { wallet_id: id }, body: body as never },
      options,
    )
  const to = { address: recipient }

  test('sends an amount of the network’s coin, and says what became of it', async () => {
    const key = world.newKey()
    const wallet = await world.createWallet({}, key)
    const body = { source: { asset: 'eth', chain: caip2 }, destination: to, amount: '0.5' }

    const sent = await transfer(wallet.id, body, { keys: [key] })
    expect([sent.status, sent.body]).toMatchObject([
      200,
      { type: 'transfer', status: 'pending', source_amount: '0.5', destination_address: recipient },
    ])
    const [raw] = broadcasts().map(({ params }) => params[0] as `0x02`)
    expect(parseTransaction(raw ?? '0x02')).toMatchObject({ to: recipient, value: 5n * 10n ** 17n })
    const params = { wallet_id: wallet.id, action_id: sent.body.id }
    const action = await world.call(walletActions.findAction, {
      params,
      query: { include: 'steps' },
    })
    expect(action.body.steps).toMatchObject([{ type: 'evm_transaction', status: 'pending' }])
    const query = { chain: caip2, asset: 'eth' }
    const history = await world.call(walletActions.transactions, {
      params: { wallet_id: wallet.id },
      query,
    })
    expect(history.body.transactions).toMatchObject([
      { privy_transaction_id: sent.body.id, details: { raw_value: '500000000000000000' } },
    ])
  })

  test('sends a token by its contract', async () => {
    const wallet = await world.createWallet()
    node.answers.eth_call = { result: '0x6' }
    const source = { asset_address: `0x${'cd'.repeat(20)}`, chain: caip2 }
    const sent = await transfer(wallet.id, { source, destination: to, amount: '2.5' })
    expect([sent.status, sent.body.source_asset_decimals]).toEqual([200, 6])
    const [raw] = broadcasts().map(({ params }) => params[0] as `0x02`)
    const { to: contract, data = '' } = parseTransaction(raw ?? '0x02')
    expect(contract).toBe(source.asset_address)
    expect(data.endsWith((2_500_000).toString(16).padStart(64, '0'))).toBe(true)
    const stated = (asset_decimals: number) =>
      transfer(wallet.id, {
        ...{ source: { ...source, asset_decimals }, destination: to, amount: '2.5' },
      })
    expect((await stated(6)).status).toBe(200)
    expect((await stated(7)).body).toMatchObject({ code: 'invalid_data' })
  })

  test.each([
    [
      { source: { asset: 'eth', chain: caip2 }, destination: { address: 'x' }, amount: '1' },
      'invalid_data',
    ],
    [
      {
        source: { asset: 'eth', chain: caip2 },
        destination: { ...to, chain: 'base' },
        amount: '1',
      },
      'not_supported',
    ],
    [
      { source: { asset: 'eth', chain: caip2 }, destination: to, amount: '0.0000000000000000001' },
      'invalid_data',
    ],
    [{ source: { asset: 'eth', chain: caip2 }, destination: to }, 'invalid_data'],
    [{ source: { asset: 'eth', chain: 'base' }, destination: to, amount: '1' }, 'not_supported'],
  ])('error: %j', async (body, code) => {
    const wallet = await world.createWallet()
    const { status, body: answer } = await transfer(wallet.id, body)
    expect([status, answer.code]).toEqual([400, code])
  })
})
