// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { createFakeKit } from './test-kit/fake-kit.js'
import { appConfig } from './test-kit/samples.js'
import { standingClock } from './test-kit/standing-clock.js'
import { offer } from './wallets.js'

const settings = {
  default_recommended_currency: { chain: 'eip155:1', asset: 'native-currency' },
  default_recommended_amount: '0.01',
  methods: ['external'],
  options: [],
  cross_chain_bridging_enabled: false,
}

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A user without wallets, of an app that offers funding with a new wallet or does not. */
async function setup(prompts: boolean) {
  const funding_config = { ...settings, prompt_funding_on_wallet_creation: prompts }
  const server = { [`/apps/${'a'.repeat(25)}`]: () => ({ ...appConfig, funding_config }) }
  const fake = createFakeKit({
    answers: { server },
    clock: standingClock(async () => undefined),
  })
  const { kit } = fake
  await kit.client.start()
  fake.logIn()
  stops.push(offer(kit), () => kit.client.destroy())
  const goals = () => kit.modal.runs().map(({ goal }) => goal)
  return { kit, goals }
}

test('a new wallet is offered money where the app wants it, and creating it does not wait for that', async () => {
  const { kit, goals } = await setup(true)
  const { address } = await kit.actions.createWallet()
  await vi.waitFor(() => expect(goals()).toHaveLength(1))
  expect(goals()[0]).toMatchObject({ goal: 'fund', funding: { address, amount: '0.01' } })
})

test('a login that creates two wallets offers money once', async () => {
  const { kit, goals } = await setup(true)
  const { wallet } = await import('./wallets.js')
  await wallet.createWallets(kit.client)
  await vi.waitFor(() => expect(goals()).toHaveLength(1))
  expect(goals()[0]).toMatchObject({ funding: { network: { type: 'ethereum' } } })
  // Wallets that exist are not created again.
  await wallet.createWallets(kit.client)
  expect(goals()).toHaveLength(1)
})

test('nothing is offered by other apps', async () => {
  const { kit, goals } = await setup(false)
  await kit.actions.createWallet()
  await import('./funding-calls.js')
  expect(goals()).toEqual([])
})

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** Keeps that the address was shown, as the screen *Receive* does, or a payment that has begun. */
async function keep(kit: Awaited<ReturnType<typeof setup>>['kit'], kind: 'manual' | 'moonpay') {
  const { keepOrder, newOrder } = await import('./features/funding/order-store.js')
  const asset = { symbol: 'ETH', decimals: 18, token: null }
  const order = newOrder(kit.client, {
    ...{ kind, source: null, before: '0' },
    funding: {
      ...{
        address,
        asset,
        amount: '0.01',
        methods: ['card', 'manual'],
        cardProviders: ['moonpay'],
      },
      network: { type: 'ethereum', chainId: 1 },
      moonpay: { useSandbox: false },
    },
  })
  keepOrder(kit.client, order)
  return order
}

test('an address that was shown before does not open again in place of what is asked for', async () => {
  const { kit, goals } = await setup(false)
  await keep(kit, 'manual')
  const { fundWallet } = await import('./funding-calls.js')

  void fundWallet(kit, address, { amount: '0.5', defaultFundingMethod: 'wallet' })

  await vi.waitFor(() => expect(goals()).toHaveLength(1))
  expect(goals()[0]).toMatchObject({ order: null, first: 'wallets', funding: { amount: '0.5' } })
})

test.each([
  ['the same', {}, true],
  ['another amount', { amount: '2' }, false],
  ['another way', { defaultFundingMethod: 'manual' }, false],
  ['another network', { chain: { id: 8453 } }, false],
] as const)(
  'a payment that has begun opens again where %s is asked for',
  async (_, options, isSame) => {
    const { kit, goals } = await setup(false)
    const order = await keep(kit, 'moonpay')
    const { fundWallet } = await import('./funding-calls.js')

    void fundWallet(kit, address, options)

    await vi.waitFor(() => expect(goals()).toHaveLength(1))
    expect(goals()[0]).toMatchObject({ order: isSame ? { id: order.id } : null })
  },
)

test.each([
  ['ETH_BASE', 8453, 'ETH'],
  ['USDC_POLYGON', 137, 'USDC'],
  ['ETH', 1, 'ETH'],
])(
  'MoonPay’s currency code %s is the network and the asset',
  async (currencyCode, chainId, symbol) => {
    const { kit, goals } = await setup(false)
    const { fundWallet } = await import('./funding-calls.js')

    void fundWallet(kit, address, { config: { currencyCode }, provider: 'moonpay' })

    await vi.waitFor(() => expect(goals()).toHaveLength(1))
    const network = { type: 'ethereum', chainId }
    expect(goals()[0]).toMatchObject({ funding: { network, asset: { symbol } } })
  },
)

test('error: an unknown currency code is refused', async () => {
  const { kit } = await setup(false)
  const { fundWallet } = await import('./funding-calls.js')

  const asked = fundWallet(kit, address, { config: { currencyCode: 'DOGE' } })

  await expect(asked).rejects.toThrow('Invalid currency code')
})
