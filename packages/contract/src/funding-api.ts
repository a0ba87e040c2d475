import type { HeadsOf } from './page-api.js'

/** The heads of the calls that add money to a wallet, each once (wire reference §16). */
export const fundingHeads = {
  funding: {
    signMoonpay: { method: 'POST', path: '/plugins/moonpay_on_ramp/sign', auth: 'user' },
    initCoinbase: { method: 'POST', path: '/funding/coinbase_on_ramp/init', auth: 'user' },
    coinbaseStatus: { method: 'GET', path: '/funding/coinbase_on_ramp/status', auth: 'user' },
    tokenPrice: { method: 'GET', path: '/token_price', auth: 'app' },
    splTokenInfo: { method: 'GET', path: '/spl_token_info', auth: 'app' },
  },
} as const

/** Those calls, apart from `pageApi`: only the funding screens load them. */
export const fundingApi: HeadsOf<typeof fundingHeads> = fundingHeads
