import type { AppConfig } from '@sallyport/contract'
import { describe, expect, test } from 'vitest'
import type { FundingNetwork } from '../../flow/funding-data.js'
import { createFakeKit } from '../../test-kit/fake-kit.js'
import {
  bridgeQuote,
  etherFunding,
  metaMaskSource,
  orderOf,
} from '../../test-kit/funding-samples.js'
import { anvil, walletAccounts } from '../../test-kit/samples.js'
import { standingClock } from '../../test-kit/standing-clock.js'
import { readTyped, toAsset, toMoney } from './amounts.js'
import { optionsOf } from './methods.js'
import { coinbaseCodes, moonpayCode } from './on-ramp.js'
import { forgetOrder, keepOrder, openOrderOf } from './order-store.js'
import { planFunding } from './plan.js'
import { readQuote } from './relay.js'

const ether = { symbol: 'ETH', decimals: 18, token: null }
const network: FundingNetwork = { type: 'ethereum', chainId: anvil.id }
const wanted = { address: '0x1', network, asset: ether, options: {} }
const appWith = (part: Partial<AppConfig>) => part as AppConfig
const settings = {
  default_recommended_currency: { chain: 'eip155:1', asset: 'native-currency' },
  default_recommended_amount: '0.01',
  methods: ['moonpay', 'coinbase-onramp', 'external'],
  options: [],
  prompt_funding_on_wallet_creation: false,
  cross_chain_bridging_enabled: true,
} satisfies AppConfig['funding_config']

describe('what is offered', () => {
  test('an app without settings offers wallets and the address', () => {
    expect(planFunding(null, wanted)).toMatchObject({
      funding: { methods: ['wallet', 'manual'], cardProviders: [], amount: '' },
      first: null,
    })
  })

  test('the app’s settings, with the page’s amount, seller and way first', () => {
    const app = appWith({ funding_config: settings })
    expect(planFunding(app, wanted).funding).toMatchObject({
      methods: ['card', 'exchange', 'wallet', 'manual'],
      cardProviders: ['moonpay', 'coinbase'],
      amount: '0.01',
    })
    const options = {
      amount: '0.5',
      defaultFundingMethod: 'card',
      card: { preferredProvider: 'coinbase' },
    } as const
    expect(planFunding(app, { ...wanted, options })).toMatchObject({
      funding: { amount: '0.5', cardProviders: ['coinbase', 'moonpay'] },
      first: { kind: 'coinbase', method: 'card' },
    })
  })

  test.each([
    [[{ method: 'card', provider: 'coinbase-onramp' }], ['coinbase'], 'exchange'],
    [
      [
        { method: 'card', provider: 'coinbase-onramp' },
        { method: 'card', provider: 'moonpay' },
      ],
      ['coinbase', 'moonpay'],
      'exchange',
    ],
    [[{ method: 'exchange', provider: 'moonpay' }], ['moonpay', 'coinbase'], 'wallet'],
    [[{ method: 'card', provider: 'another' }], [], 'exchange'],
  ])('the app’s options %j name and order who sells', (options, cardProviders, next) => {
    const app = appWith({ funding_config: { ...settings, options } })
    const { funding } = planFunding(app, wanted)
    expect(funding.cardProviders).toEqual(cardProviders)
    expect(funding.methods.find((each) => each !== 'card')).toBe(next)
  })

  test('the recommended amount of one asset says nothing about another', () => {
    const asset = { symbol: 'USDC', decimals: 6, token: '0x2' }
    const app = appWith({ funding_config: settings })
    expect(planFunding(app, { ...wanted, asset }).funding.amount).toBe('')
  })

  test('a way that the app does not offer is not opened', () => {
    const app = appWith({ funding_config: { ...settings, methods: ['external'] } })
    const options = { defaultFundingMethod: 'card' } as const
    expect(planFunding(app, { ...wanted, options }).first).toBeNull()
  })

  test('each seller has a row, and says what it does not sell', () => {
    const rows = optionsOf(etherFunding, (provider) => provider === 'moonpay')
    expect(rows.map((row) => ('way' in row ? [row.way.kind, row.isSold] : row.method))).toEqual([
      ['moonpay', true],
      'wallet',
      'manual',
      ['coinbase', false],
      ['coinbase', false],
    ])
  })
})

describe('the names of what is bought', () => {
  const { client } = createFakeKit({ clock: standingClock(async () => undefined) }).kit
  const usdc = { symbol: 'USDC', decimals: 6, token: '0x2' }
  const on = (chainId: number): FundingNetwork => ({ type: 'ethereum', chainId })

  test.each([
    [8453, ether, 'ETH_BASE', { chain: 'base', asset: 'eth' }],
    [8453, usdc, 'USDC_BASE', { chain: 'base', asset: 'USDC' }],
    [137, ether, 'POL_POLYGON', null],
    [137, usdc, 'USDC_POLYGON', { chain: 'polygon', asset: 'USDC' }],
    [11155111, ether, null, null],
  ] as const)('chain %i, %o', (chainId, asset, moonpay, coinbase) => {
    const bought = { network: on(chainId), asset }
    expect(moonpayCode(client, bought)).toBe(moonpay)
    expect(coinbaseCodes(client, bought)).toEqual(coinbase)
  })
})

describe('amounts', () => {
  test.each([
    ['0.02', { units: 20_000_000_000_000_000n }],
    ['0,5', { units: 500_000_000_000_000_000n }],
    ['0', { problem: 'missing' }],
    ['', { problem: 'missing' }],
    ['1e3', { problem: 'missing' }],
    ['-1', { problem: 'missing' }],
    ['0.0000000000000000001', { problem: 'fine' }],
  ])('%j', (text, read) => {
    expect(readTyped(text, ether)).toEqual(read)
  })

  test('in money, and back', () => {
    const price = { amount: 2500, currency: 'USD' }
    expect(toAsset('50', price, ether)).toBe('0.02')
    expect(toMoney('0.02', price)).toBe('50.00')
    expect(toAsset('no', price, ether)).toBeNull()
  })
})

describe('payments that were begun', () => {
  const setup = () => {
    const fake = createFakeKit({
      clock: standingClock(async () => undefined),
      config: { supportedChains: [anvil], defaultChain: anvil },
    })
    fake.logIn(walletAccounts)
    return fake.kit.client
  }
  const order = orderOf({ kind: 'moonpay', reference: 'r', startedAtMs: Date.now() })
  const { address } = order.funding

  test('are found by the wallet until they are over', () => {
    const client = setup()
    keepOrder(client, order)
    keepOrder(client, { ...order, reference: 'other' })
    expect(openOrderOf(client, address)).toMatchObject({ id: order.id, reference: 'other' })
    forgetOrder(client, order)
    expect(openOrderOf(client, address)).toBeNull()
  })

  test('are of the user who began them', () => {
    const client = setup()
    client.environment.storage.set(`sallyport:funding:${client.options.appId}`, [
      { ...order, startedAtMs: client.environment.clock.nowMs(), userId: 'another' },
    ])
    expect(openOrderOf(client, address)).toBeNull()
  })

  test('what others left in the storage is dropped', () => {
    const client = setup()
    client.environment.storage.set(`sallyport:funding:${client.options.appId}`, [null, {}, 'x'])
    expect(openOrderOf(client, address)).toBeNull()
  })
})

describe('a bridge’s quote', () => {
  const asked = { from: network, source: metaMaskSource, wanted: 500_000_000n }
  const [step] = bridgeQuote.steps
  const [item] = step?.items ?? []
  const withCall = (part: object) => ({
    ...bridgeQuote,
    steps: [{ ...step, items: [{ ...item, data: { ...item?.data, ...part } }] }],
  })

  test('says what is paid, what arrives and what to send', () => {
    expect(readQuote(bridgeQuote, asked)).toMatchObject({
      pays: 30_200_000_000_000_000n,
      arrives: 500_000_000n,
      steps: [{ type: 'ethereum', chainId: anvil.id, value: 30_200_000_000_000_000n }],
    })
  })

  test.each([
    ['less arrives than was asked for', bridgeQuote, { ...asked, wanted: 500_000_001n }],
    ['another network', withCall({ chainId: 1 }), asked],
    ['more is sent than it says', withCall({ value: '30200000000000001' }), asked],
    ['no recipient', withCall({ to: 'somewhere' }), asked],
    ['nothing to send', { ...bridgeQuote, steps: [{ ...step, items: [] }] }, asked],
    ['no id', { ...bridgeQuote, steps: [{ ...step, requestId: undefined }] }, asked],
    ['no answer at all', null, asked],
  ])('error: %s', (_, answer, given) => {
    expect(() => readQuote(answer, given)).toThrow()
  })
})
