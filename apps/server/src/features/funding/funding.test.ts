import { api, type CardOnRampSign, type CoinbaseOnRampInit } from '@sallyport/contract'
import {
  createFundingSimulator,
  fundingKeys,
  type LocalChain,
  type SellerAnswer,
} from '@sallyport/sandbox'
import { createInhabitant, createKitWithVault } from '@sallyport/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOutbound } from '../../ports/outbound.js'

const simulator = 'http://simulator'
const keys = fundingKeys('the secret of an app of this test')
const { moonpay, coinbase } = keys
const paid: { to: string; units: bigint }[] = []
const chain: LocalChain = {
  pay: async (to, units) => {
    paid.push({ to, units })
    return `0x${'8f'.repeat(32)}`
  },
  balanceOf: async () => 0n,
  freshAddress: () => `0x${'de'.repeat(20)}`,
}
let answer: SellerAnswer = 'normal'
const calls: string[] = []
const handle = createFundingSimulator({
  chains: { ethereum: chain, solana: chain },
  keys,
  chainId: 31_337,
  chosen: { moonpay: () => answer, coinbase: () => answer, bridge: () => 'normal' },
  nowMs: () => world.kit.clock.nowMs(),
  wait: async () => undefined,
})
const toSimulator = async (input: string, init?: RequestInit) => {
  calls.push(input)
  return (await handle(new Request(input, init))) ?? new Response(null, { status: 404 })
}

let world: Awaited<ReturnType<typeof createKitWithVault>>
let ada: Awaited<ReturnType<typeof createInhabitant>>
let bob: typeof ada
beforeAll(async () => {
  world = await createKitWithVault({
    app: {
      settings: {
        funding_config: {
          default_recommended_currency: { chain: 'eip155:8453', asset: 'native-currency' },
          default_recommended_amount: '0.01',
          methods: ['moonpay', 'coinbase-onramp', 'external'],
          options: [],
          prompt_funding_on_wallet_creation: false,
          cross_chain_bridging_enabled: true,
        },
      },
      privateSettings: {
        moonpay: {
          publishable_key: moonpay.publishable,
          test_publishable_key: moonpay.testPublishable,
        },
        moonpay_secret_key: moonpay.secret,
        moonpay_test_secret_key: moonpay.testSecret,
        coinbase_on_ramp: { project_id: coinbase.projectId, api_key_name: coinbase.keyName },
        coinbase_api_key_secret: coinbase.keySecret,
      },
    },
    config: { oauthSimulator: simulator, tokenFactsUrl: simulator },
    deps: { outbound: createOutbound((input, init) => toSimulator(String(input), init)) },
  })
  const { kit, vault } = world
  const person = (email: string) =>
    createInhabitant(kit, { email, vaultPublicKey: vault.publicKey })
  ada = await person('ada@example.com')
  bob = await person('bob@example.com')
})
afterAll(() => world.close())
beforeEach(() => {
  // Each test has the purchases of a minute of its own.
  world.kit.clock.advance(61_000)
  answer = 'normal'
  calls.length = 0
  paid.length = 0
})

const callerOf = ({ session }: typeof ada) => ({ token: session.token })
/** The address of a user's wallet of Ethereum or Solana. */
async function addressOf(person: typeof ada, chainType: 'ethereum' | 'solana' = 'ethereum') {
  const { body } = await world.kit.call(api.user.me, {}, callerOf(person))
  const found = body.user.linked_accounts.find(
    (each) => each.type === 'wallet' && each.chain_type === chainType,
  )
  return String(found && 'address' in found ? found.address : undefined)
}
const sign = (body: object, person = ada) =>
  world.kit.call(api.funding.signMoonpay, { body: body as CardOnRampSign }, callerOf(person))
const init = (body: object, person = ada) =>
  world.kit.call(api.funding.initCoinbase, { body: body as CoinbaseOnRampInit }, callerOf(person))
const statusOf = (partnerUserId: string, person = ada) =>
  world.kit.call(api.funding.coinbaseStatus, { query: { partnerUserId } }, callerOf(person))
const decide = (url: string, decision: string) =>
  toSimulator(url, { method: 'POST', body: new URLSearchParams({ decision }) })

describe('MoonPay', () => {
  test('signs its page for the caller’s own wallet; the purchase is found by the id', async () => {
    const address = await addressOf(ada)
    const { status, body } = await sign({
      address,
      config: { currencyCode: 'ETH_BASE', quoteCurrencyAmount: 0.02, uiConfig: { theme: 'dark' } },
    })
    expect(status).toBe(200)
    const { searchParams, pathname } = new URL(body.signedUrl)
    expect(pathname).toBe('/buy.moonpay.com')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      apiKey: moonpay.publishable,
      walletAddress: address,
      currencyCode: 'eth_base',
      quoteCurrencyAmount: '0.02',
      theme: 'dark',
      externalTransactionId: body.externalTransactionId,
      externalCustomerId: ada.session.user.id,
    })
    expect([...searchParams.keys()].at(-1)).toBe('signature')

    await decide(body.signedUrl, 'pay')
    expect(paid).toEqual([{ to: address, units: 20_000_000_000_000_000n }])
    const found = await toSimulator(
      `${simulator}/api.moonpay.com/v1/transactions/ext/${body.externalTransactionId}?apiKey=${moonpay.publishable}`,
    )
    expect(await found.json()).toMatchObject([{ status: 'completed' }])
  })

  test('an altered address does not open the page, and a purchase is paid once', async () => {
    const { body } = await sign({ address: await addressOf(ada), config: {} })
    const altered = body.signedUrl.replace(/walletAddress=0x[0-9a-fA-F]{4}/, 'walletAddress=0xdead')
    expect((await decide(altered, 'pay')).status).toBe(400)
    await decide(body.signedUrl, 'pay')
    await decide(body.signedUrl, 'pay')
    expect(paid).toHaveLength(1)
  })

  test('its test mode has keys of its own', async () => {
    const { body } = await sign({ address: await addressOf(ada), config: {}, useSandbox: true })
    expect(new URL(body.signedUrl).pathname).toBe('/buy-sandbox.moonpay.com')
    expect(body.signedUrl).toContain(moonpay.testPublishable)
  })

  test('error: another user’s address, and one that is not linked', async () => {
    for (const address of [await addressOf(bob), `0x${'12'.repeat(20)}`]) {
      const { status, body } = await sign({ address, config: {} })
      expect([status, body]).toMatchObject([400, { code: 'invalid_data' }])
    }
  })

  test.each([
    ['unknown code', { currencyCode: 'DOGE' }],
    ['Solana’s code for a wallet of Ethereum', { currencyCode: 'SOL' }],
  ])('FND-03: error: %s', async (_, config) => {
    const { status, body } = await sign({ address: await addressOf(ada), config })
    expect([status, body]).toMatchObject([400, { error: 'Invalid currency code' }])
  })

  test('FND-03: error: a code of Ethereum for a wallet of Solana', async () => {
    const address = await addressOf(ada, 'solana')
    const { status, body } = await sign({ address, config: { currencyCode: 'ETH' } })
    expect([status, body]).toMatchObject([400, { error: 'Invalid currency code' }])
  })

  test.each(['false', 0, null])('FND-05: error: useSandbox %j', async (useSandbox) => {
    const { status, body } = await sign({ address: await addressOf(ada), config: {}, useSandbox })
    expect([status, body]).toMatchObject([400, { code: 'invalid_data' }])
  })

  test('FND-05: error: a production app with keys of the test mode', async () => {
    await expect(
      world.kit.addApp({
        environment: 'production',
        settings: { allowed_domains: ['https://app.example.com'] },
        privateSettings: { moonpay_test_secret_key: moonpay.testSecret },
      }),
    ).rejects.toMatchObject({ code: 'invalid_data' })
  })

  test('error: an app without keys', async () => {
    const { kit } = world
    const app = await kit.addApp({ settings: { fiat_on_ramp_enabled: true } })
    const eve = await kit.signIn('eve@example.com', { appId: app.appId })
    const body = { address: `0x${'12'.repeat(20)}`, config: {}, useSandbox: false }
    const refused = await kit.call(
      api.funding.signMoonpay,
      { body },
      { token: eve.token, appId: app.appId },
    )
    // The address is refused first: nothing is said about an app to a user without a wallet.
    expect(refused.body.code).toBe('invalid_data')
  })
})

describe('Coinbase', () => {
  const entry = async (person = ada) => ({
    address: await addressOf(person),
    blockchains: ['base'],
  })

  test('begins a purchase for the caller’s own wallet and follows it', async () => {
    const { status, body } = await init({ addresses: [await entry()], assets: ['eth'] })
    expect([status, body.app_id]).toEqual([200, coinbase.projectId])
    expect(await statusOf(body.partner_user_id)).toMatchObject({ body: { status: 'pending' } })

    const page = `${simulator}/pay.coinbase.com/buy/select-asset?sessionToken=${body.session_token}&partnerUserId=${body.partner_user_id}`
    await decide(page, 'pay')
    expect(await statusOf(body.partner_user_id)).toMatchObject({ body: { status: 'success' } })
    // The token worked once.
    expect((await decide(page, 'pay')).status).toBe(400)
    expect(paid).toHaveLength(1)
  })

  test('a declined payment is a failure', async () => {
    const { body } = await init({ addresses: [await entry()] })
    await decide(
      `${simulator}/pay.coinbase.com/buy/select-asset?sessionToken=${body.session_token}&partnerUserId=${body.partner_user_id}`,
      'decline',
    )
    expect(await statusOf(body.partner_user_id)).toMatchObject({ body: { status: 'failure' } })
    expect(paid).toEqual([])
  })

  test('error: the purchase of another user, and an id with a path in it', async () => {
    const { body } = await init({ addresses: [await entry(bob)] }, bob)
    calls.length = 0
    for (const id of [body.partner_user_id, '../../v1/token', '']) {
      const refused = await statusOf(id)
      expect([refused.status, refused.body]).toMatchObject([400, { code: 'invalid_data' }])
    }
    expect(calls).toEqual([])
  })

  test('FND-01: error: no address, two, a foreign one, an unknown chain, assets of another chain', async () => {
    const own = await entry()
    const solana = { address: await addressOf(ada, 'solana'), blockchains: ['solana'] }
    const wrong = [
      { addresses: [] },
      { addresses: [own, own] },
      { addresses: [await entry(bob)] },
      { addresses: [{ ...own, blockchains: ['dogechain'] }] },
      { addresses: [own], assets: ['SOL'] },
      { addresses: [solana], assets: ['eth'] },
    ]
    for (const body of wrong) {
      const refused = await init(body)
      expect([body, refused.status, refused.body]).toMatchObject([
        body,
        400,
        { code: 'invalid_data' },
      ])
    }
    expect(calls).toEqual([])
  })

  test('error: Coinbase gives no answer', async () => {
    answer = 'down'
    const { status, body } = await init({ addresses: [await entry()] })
    expect([status, body]).toMatchObject([503, { code: 'internal_error' }])
  })
})

test('a user begins ten purchases in a minute at both providers together, and others are not held up', async () => {
  const body = { address: await addressOf(ada), config: {} }
  const entry = { address: body.address, blockchains: ['base'] }
  for (let count = 0; count < 5; count += 1) {
    expect((await sign(body)).status).toBe(200)
    expect((await init({ addresses: [entry] })).status).toBe(200)
  }
  calls.length = 0
  for (const refused of [await sign(body), await init({ addresses: [entry] })]) {
    expect([refused.status, refused.body]).toMatchObject([429, { code: 'too_many_requests' }])
  }
  expect(calls).toEqual([])
  expect((await sign({ ...body, address: await addressOf(bob) }, bob)).status).toBe(200)
  world.kit.clock.advance(61_000)
  expect((await sign(body)).status).toBe(200)
})

test.each([
  ['an event name of 256 characters', { event_name: 'x'.repeat(256), client_id: null }],
  ['a client id of 256 characters', { event_name: 'x', client_id: 'y'.repeat(256) }],
  ['a line break in the name', { event_name: 'x\nlevel=error', client_id: null }],
  ['a null character in the name', { event_name: 'x\u0000', client_id: null }],
  ['an escape in the client id', { event_name: 'x', client_id: '\u001b[2J' }],
])('FND-07: error: %s', async (_, event) => {
  const { status, body } = await world.kit.call(
    api.analytics.record,
    { body: event },
    callerOf(ada),
  )
  expect([status, body]).toMatchObject([400, { code: 'invalid_data' }])
})

test('FND-07: error: a payload of 5 MB', async () => {
  const body = { event_name: 'x', payload: { text: 'x'.repeat(5_000_000) } }
  const answer = await world.kit.call(api.analytics.record, { body }, callerOf(ada))
  expect([answer.status, answer.body]).toMatchObject([413, { code: 'invalid_data' }])
})

test('FND-07: a null character in a payload is stored or refused, without an error of the server', async () => {
  const body = { event_name: 'x', payload: { text: '\u0000' } }
  const { status } = await world.kit.call(api.analytics.record, { body }, callerOf(ada))
  expect(status).toBeLessThan(500)
})

test.each([
  '/api/v1/plugins/moonpay_on_ramp/webhook',
  '/api/v1/funding/coinbase_on_ramp/webhook',
  '/api/v1/webhooks/moonpay',
])(
  'FND-09: error: the server refuses %s: providers cannot tell it that something was paid',
  async (url) => {
    const payload = { type: 'transaction_updated', data: { status: 'completed' } }
    const headers = { 'moonpay-signature-v2': 't=1,s=00', 'privy-app-id': world.kit.appId }
    const { server } = world.kit
    const { statusCode } = await server.inject({ method: 'POST', url, headers, payload })
    expect(statusCode).toBe(400)
  },
)

describe('prices', () => {
  const price = (chainId: string, tokenSymbol: string) =>
    world.kit.call(api.funding.tokenPrice, { query: { chainId, tokenSymbol } })

  test('are asked for once a minute', async () => {
    expect(await price('1', 'ETH')).toMatchObject({ status: 200, body: { usd: 2500 } })
    await price('1', 'ETH')
    expect(calls).toHaveLength(1)
    world.kit.clock.advance(61_000)
    await price('1', 'ETH')
    expect(calls).toHaveLength(2)
    expect(await price('0', 'SOL')).toMatchObject({ status: 200, body: { usd: 150 } })
  })

  test('error: an unknown token, and text in place of a chain', async () => {
    expect(await price('1', 'NOPE')).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
    expect(await price('base', 'ETH')).toMatchObject({ status: 400 })
  })

  test('tokens of Solana have name, symbol and decimals', async () => {
    const query = { mint_address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' }
    const { body } = await world.kit.call(api.funding.splTokenInfo, { query })
    expect(body).toEqual({ name: 'USD Coin', symbol: 'USDC', decimals: 6 })
  })
})
