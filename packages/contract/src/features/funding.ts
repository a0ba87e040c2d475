import * as z from 'zod/mini'
import { cardOnRampSign, cardOnRampSigned } from '../entities/card-on-ramp.js'
import {
  coinbaseOnRampInit,
  coinbaseOnRampSession,
  coinbaseOnRampStatus,
} from '../entities/coinbase-on-ramp.js'
import { fundingHeads } from '../funding-api.js'
import { solanaAddress } from '../primitives/solana-address.js'
import { requiredString } from '../primitives.js'
import { route } from '../route.js'

const { funding: heads } = fundingHeads
const chainText = 'chainId must be a number'

/** Buying coins from a provider, and what they are worth (wire reference §16). */
export const funding = {
  signMoonpay: route({
    ...heads.signMoonpay,
    summary: "A signed address of MoonPay's page, which sells to a wallet of the signed-in user",
    body: cardOnRampSign,
    response: cardOnRampSigned,
    errors: [
      'invalid_data',
      'missing_or_invalid_token',
      'feature_not_enabled',
      'too_many_requests',
    ],
  }),
  initCoinbase: route({
    ...heads.initCoinbase,
    summary: "A session of Coinbase's page, which sells to a wallet of the signed-in user",
    body: coinbaseOnRampInit,
    response: coinbaseOnRampSession,
    errors: [
      'invalid_data',
      'missing_or_invalid_token',
      'feature_not_enabled',
      'too_many_requests',
    ],
  }),
  coinbaseStatus: route({
    ...heads.coinbaseStatus,
    summary: 'How far a purchase of the signed-in user at Coinbase is',
    query: z.object({ partnerUserId: requiredString('partnerUserId must be provided') }),
    response: coinbaseOnRampStatus,
    errors: [
      'invalid_data',
      'missing_or_invalid_token',
      'feature_not_enabled',
      'too_many_requests',
    ],
  }),
  tokenPrice: route({
    ...heads.tokenPrice,
    summary: 'What one unit of a coin or token is worth, in US dollars',
    query: z.object({
      /** 0 for Solana. */
      chainId: z.string(chainText).check(z.regex(/^\d{1,15}$/, chainText)),
      tokenSymbol: requiredString('tokenSymbol must be provided'),
    }),
    response: z.object({ usd: z.number() }),
    errors: ['invalid_data', 'feature_not_enabled', 'too_many_requests'],
  }),
  splTokenInfo: route({
    ...heads.splTokenInfo,
    summary: 'Name, symbol and decimal places of a token on Solana',
    query: z.object({
      mint_address: solanaAddress,
      cluster: z.optional(z.enum(['mainnet-beta', 'devnet', 'testnet', 'localnet'])),
    }),
    response: z.object({ name: z.string(), symbol: z.string(), decimals: z.number() }),
    errors: ['invalid_data', 'feature_not_enabled', 'too_many_requests'],
  }),
}
