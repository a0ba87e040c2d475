import type { SpecifiedCall } from './specified-calls.js'

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const email = 'ada@example.com'

/** The calls that buy coins and say what they are worth (wire reference §16). */
export const funding = {
  'POST /funding/coinbase_on_ramp/init': {
    auth: 'U',
    body: { addresses: [{ address, blockchains: ['base'] }], assets: ['USDC'] },
  },
  'GET /funding/coinbase_on_ramp/status': { auth: 'U' },
  'GET /token_price': { auth: 'A' },
  'GET /spl_token_info': { auth: 'A' },
  'POST /plugins/moonpay_on_ramp/sign': {
    auth: 'U',
    body: {
      address,
      config: {
        quoteCurrencyAmount: 1,
        email,
        paymentMethod: 'credit_debit_card',
        uiConfig: { accentColor: '#2F5D50', theme: 'dark' },
        currencyCode: 'USDC_BASE',
      },
      useSandbox: true,
    },
  },
} as const satisfies Record<string, SpecifiedCall>
