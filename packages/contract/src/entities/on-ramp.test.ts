import { describe, expect, test } from 'vitest'
import { outcome, rows } from '../test/outcome.js'
import { cardOnRampSign, cardOnRampSigned, onRampPaymentMethods } from './card-on-ramp.js'
import {
  coinbaseOnRampInit,
  coinbaseOnRampSession,
  coinbaseOnRampStatus,
  onRampChains,
} from './coinbase-on-ramp.js'
import { fundsChain, onRampCurrencies, onRampCurrency } from './on-ramp-currency.js'

const evm = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
const solana = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

describe('cardOnRampSign', () => {
  test('fills in useSandbox', () => {
    expect(outcome(cardOnRampSign, { address: evm, config: {} })).toEqual({
      value: { address: evm, config: {}, useSandbox: false },
    })
  })

  test('keeps everything the specification names', () => {
    const value = {
      address: solana,
      config: {
        quoteCurrencyAmount: 12.5,
        email: 'ada@example.com',
        paymentMethod: 'sepa_bank_transfer',
        uiConfig: { accentColor: '#676FFF', theme: 'dark' },
        currencyCode: 'USDC_SOL',
      },
      useSandbox: true,
    }
    expect(outcome(cardOnRampSign, value)).toEqual({ value })
  })

  test.each([
    [{ address: 'x', config: {} }, 'Invalid address'],
    [{ address: '', config: {} }, 'Invalid address'],
    [{ address: null, config: {} }, 'Invalid address'],
    [{ address: `${evm}0`, config: {} }, 'Invalid address'],
    [{ address: evm, config: { currencyCode: 'DOGE' } }, 'Invalid currency code'],
    [{ address: evm, config: { currencyCode: 'constructor' } }, 'Invalid currency code'],
    [{ address: evm, config: { currencyCode: 'SOL' } }, 'Invalid currency code'],
    [{ address: evm, config: { currencyCode: 'USDC_SOL' } }, 'Invalid currency code'],
    [{ address: solana, config: { currencyCode: 'ETH' } }, 'Invalid currency code'],
    [{ address: solana, config: { currencyCode: 'USDC' } }, 'Invalid currency code'],
    [
      { address: evm, config: { paymentMethod: 'cash' } },
      'Please specify a supported payment method.',
    ],
    [{ address: evm, config: { uiConfig: { theme: 'blue' } } }, "theme must be 'light' or 'dark'"],
    [
      { address: evm, config: { quoteCurrencyAmount: 0 } },
      'quoteCurrencyAmount must be a positive number',
    ],
    [
      { address: evm, config: { quoteCurrencyAmount: '5' } },
      'quoteCurrencyAmount must be a number',
    ],
    [{ address: evm, config: {}, useSandbox: 'no' }, 'useSandbox must be true or false'],
  ])('error: refuses %j', (input, message) => {
    expect(outcome(cardOnRampSign, input)).toEqual([message])
  })

  test('answers a URL and the transaction it belongs to', () => {
    const value = { signedUrl: 'https://pay.example/?signature=1', externalTransactionId: 't1' }
    expect(outcome(cardOnRampSigned, value)).toEqual({ value })
  })

  test('has the nine payment methods of the specification', () => {
    expect(onRampPaymentMethods).toEqual([
      'ach_bank_transfer',
      'credit_debit_card',
      'gbp_bank_transfer',
      'gbp_open_banking_payment',
      'mobile_wallet',
      'sepa_bank_transfer',
      'sepa_open_banking_payment',
      'pix_instant_payment',
      'yellow_card_bank_transfer',
    ])
  })
})

describe('onRampCurrency', () => {
  test.each([
    'AVAX',
    'CELO',
    'CUSD',
    'DAI',
    'ETH',
    'ETH_ARBITRUM',
    'ETH_OPTIMISM',
    'ETH_POLYGON',
    'ETH_BASE',
    'FIL',
    'MATIC',
    'USDC',
    'USDT',
    'WETH',
    'WBTC',
    'BNB',
    'SOL',
    'USDC_SOL',
  ])('keeps %s', (value) => {
    expect(outcome(onRampCurrency, value)).toEqual({ value })
  })

  test.each(rows(undefined, null, '', 'eth', 'SOL ', '__proto__', 'toString', 1, ['ETH']))(
    'error: refuses $input',
    ({ input }) => {
      expect(outcome(onRampCurrency, input)).toEqual(['Invalid currency code'])
    },
  )

  test.each([
    ['AVAX_CCHAIN', 'eip155:43114'],
    ['BNB_BSC', 'eip155:56'],
    ['CELO_CELO', 'eip155:42220'],
    ['DAI_ETHEREUM', 'eip155:1'],
    ['ETH_ETHEREUM', 'eip155:1'],
    ['ETH_BASE', 'eip155:8453'],
    ['FIL_FVM', 'eip155:314'],
    ['USDC_OPTIMISM', 'eip155:10'],
    ['USDC_ARBITRUM', 'eip155:42161'],
    ['USDT_POLYGON', 'eip155:137'],
    ['USDC_SOL', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  ] as const)('pays %s out on %s', (code, chain) => {
    expect(outcome(onRampCurrency, code)).toEqual({ value: code })
    expect(onRampCurrencies[code].chain).toBe(chain)
  })

  test('pays each provider code out on one chain, and has one name that says which', () => {
    const all = Object.entries(onRampCurrencies)
    const chains = new Map(all.map(([, { provider, chain }]) => [provider, chain]))
    const older = all.filter(([code]) => !code.includes('_')).map(([code]) => code)

    for (const [, { provider, chain }] of all) expect(chains.get(provider)).toBe(chain)
    expect(all.length - chains.size).toBe(
      older.filter((code) => !['SOL', 'WETH'].includes(code)).length,
    )
  })

  test('lets a Solana wallet be funded with SOL and USDC_SOL only', () => {
    // The keys of the record are its key type.
    const all = Object.keys(onRampCurrencies) as (keyof typeof onRampCurrencies)[]
    expect(all.filter((code) => fundsChain(code, 'solana'))).toEqual(['SOL', 'USDC_SOL'])
    expect(all.filter((code) => fundsChain(code, 'ethereum'))).toHaveLength(all.length - 2)
  })
})

describe('coinbaseOnRampInit', () => {
  const address = (...blockchains: string[]) => ({ address: evm, blockchains })
  const solana = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
  const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const stellar = `G${'A'.repeat(55)}`

  test.each([
    { addresses: [address('ethereum', 'base')] },
    { addresses: [address('ethereum')], assets: ['eth', 'USDC'] },
    { addresses: [address('polygon')], assets: ['ETH'] },
    { addresses: [{ address: solana, blockchains: ['solana'] }], assets: ['SOL', 'USDC'] },
    { addresses: [address('avacchain', 'optimism', 'arbitrum')] },
    { addresses: [{ address: bitcoin, blockchains: ['bitcoin'] }] },
    { addresses: [{ address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', blockchains: ['bitcoin'] }] },
    { addresses: [{ address: stellar, blockchains: ['stellar'] }] },
  ])('keeps %j', (value) => {
    expect(outcome(coinbaseOnRampInit, value)).toEqual({ value })
  })

  test('has the nine chains of the specification', () => {
    expect([...onRampChains].sort()).toEqual(
      'arbitrum avacchain base bitcoin ethereum optimism polygon solana stellar'.split(' '),
    )
  })

  test.each([
    [{ addresses: [] }, 'Exactly one address must be provided.'],
    [{}, 'Exactly one address must be provided.'],
    [{ addresses: [address('base'), address('base')] }, 'Exactly one address must be provided.'],
    [{ addresses: [address('near')] }, 'Please specify a supported blockchain.'],
    [{ addresses: [address()] }, 'Please specify a supported blockchain.'],
    [{ addresses: [{ address: evm }] }, 'Please specify a supported blockchain.'],
    [{ addresses: [{ address: '', blockchains: ['base'] }] }, 'address must be provided'],
    [{ addresses: [address('ethereum')], assets: ['DAI'] }, 'Please specify a supported asset.'],
    [{ addresses: [address('ethereum')], assets: ['SOL'] }, 'Please specify a supported asset.'],
    [
      { addresses: [{ address: solana, blockchains: ['solana'] }], assets: ['eth'] },
      'Please specify a supported asset.',
    ],
    [{ addresses: [address('solana')], assets: 'SOL' }, 'Please specify a supported asset.'],
    ...(
      [
        [evm, 'bitcoin'],
        [evm, 'stellar'],
        [evm, 'solana'],
        [evm, 'base', 'bitcoin'],
        [bitcoin, 'ethereum'],
        [bitcoin, 'stellar'],
        [solana, 'ethereum'],
        [solana, 'stellar'],
        [stellar, 'bitcoin'],
        [stellar, 'polygon'],
        ['0x12', 'base'],
      ] as const
    ).map(([own, ...blockchains]): [object, string] => [
      { addresses: [{ address: own, blockchains }] },
      'The address is not one of these blockchains.',
    ]),
  ])('error: refuses %j', (input, message) => {
    expect(outcome(coinbaseOnRampInit, input)).toEqual([message])
  })

  test.each(['pending', 'success', 'failure'])('knows the status %s', (status) => {
    expect(outcome(coinbaseOnRampStatus, { status })).toEqual({ value: { status } })
  })

  test('error: knows no other status', () => {
    expect(outcome(coinbaseOnRampStatus, { status: 'done' })).toHaveLength(1)
  })

  test('answers what the provider page is opened with', () => {
    const value = { app_id: 'a', session_token: 's', channel_id: 'c', partner_user_id: 'p' }
    expect(outcome(coinbaseOnRampSession, value)).toEqual({ value })
  })
})
