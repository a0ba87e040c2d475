import type { Funding, FundingOrder, FundingSource } from '../flow/funding-data.js'
import { outsideAddress } from './external-wallets.js'
import { anvil, wallets } from './samples.js'

const [ethereum, solana] = wallets
if (!ethereum || !solana) throw new Error('The samples have a wallet of each chain')

/** A network that sellers deliver on. Its node does not answer. */
export const mainnet = { ...anvil, id: 1, name: 'Ethereum' }

/** 0.02 ETH for the user's wallet, with every way to pay. */
export const etherFunding: Funding = {
  address: ethereum.address,
  network: { type: 'ethereum', chainId: anvil.id },
  asset: { symbol: 'ETH', decimals: 18, token: null },
  amount: '0.02',
  methods: ['card', 'exchange', 'wallet', 'manual'],
  cardProviders: ['moonpay', 'coinbase'],
  moonpay: { useSandbox: false },
}

/** Half a SOL for the user's wallet. */
export const solFunding: Funding = {
  ...etherFunding,
  address: solana.address,
  network: { type: 'solana', cluster: 'mainnet-beta' },
  asset: { symbol: 'SOL', decimals: 9, token: null },
  amount: '0.5',
}

/** MetaMask and Phantom as wallets that pay. */
export const metaMaskSource: FundingSource = {
  connectorId: 'io.metamask',
  name: 'MetaMask',
  address: outsideAddress,
  type: 'ethereum',
}
export const phantomSource: FundingSource = {
  connectorId: 'solana:Phantom',
  name: 'Phantom',
  address: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
  type: 'solana',
}

/** A payment that was begun. */
export function orderOf(part: Partial<FundingOrder> & Pick<FundingOrder, 'kind'>): FundingOrder {
  return {
    id: 'b5f1f7a4-2c1e-4a7a-9d52-0c7b9f0d8b11',
    funding: etherFunding,
    reference: null,
    pageUrl: null,
    source: null,
    before: '1000000000000000000',
    // On the day of the scenes.
    startedAtMs: Date.UTC(2026, 2, 14),
    ...part,
  }
}

/** An order at MoonPay, and one at Coinbase. */
export const moonpayOrder = orderOf({
  kind: 'moonpay',
  reference: '3f0c9a52-9f57-4b0e-8d2a-51f6d7c0a1b2',
  pageUrl: 'https://buy.moonpay.com/?apiKey=pk_live_sample&signature=s',
})
export const coinbaseOrder = orderOf({
  kind: 'coinbase',
  reference: 'Zx9qLm2Rk7pT1vWc4bNdA0sF3gHj5kL8',
})

/** What MoonPay's API says of an order in a state. */
export const moonpayAnswer = (status: string, hash: string | null = null) => ({
  '/v1/transactions/ext': () => [{ status, cryptoTransactionId: hash }],
})

/** The bridge's price of half a SOL in ether: 0.0302 ETH. */
export const bridgeQuote = {
  steps: [
    {
      id: 'deposit',
      kind: 'transaction',
      requestId: `0x${'4d'.repeat(32)}`,
      items: [
        {
          status: 'incomplete',
          data: {
            to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
            data: '0x',
            value: '30200000000000000',
            chainId: anvil.id,
          },
        },
      ],
    },
  ],
  details: {
    currencyIn: { amount: '30200000000000000' },
    currencyOut: { amount: '500000000' },
    timeEstimate: 12,
  },
}
