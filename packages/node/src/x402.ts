export { type Payer, type PaymentOffer, payerOf, type ServerWallet } from './x402/payer.js'
export { type PayOptions, type Settlement, settlementOf, wrapFetch } from './x402/wrap-fetch.js'
