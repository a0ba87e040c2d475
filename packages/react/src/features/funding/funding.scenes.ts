import { never, noAnswer } from '../../test-kit/answers.js'
import { metaMask, phantom } from '../../test-kit/external-wallets.js'
import {
  bridgeQuote,
  coinbaseOrder,
  etherFunding,
  mainnet,
  metaMaskSource,
  moonpayAnswer,
  moonpayOrder,
  orderOf,
  phantomSource,
  solFunding,
} from '../../test-kit/funding-samples.js'
import { anvil, walletAccounts } from '../../test-kit/samples.js'
import type { States } from '../../test-kit/scene.js'

const shared = {
  accounts: walletAccounts,
  config: { supportedChains: [anvil], defaultChain: anvil },
  wallets: [metaMask, phantom],
} as const
const hash = `0x${'8f'.repeat(32)}`
const solSignature =
  '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'
const transfer = orderOf({ kind: 'transfer', source: metaMaskSource, reference: hash })
const submit = { press: '[type=submit]' }

/** The ways to add money. */
export const methodScenes: States<'FUNDING_METHOD_SELECTION_SCREEN'> = {
  first: {
    when: 'The app offers every way to pay.',
    data: { funding: { ...etherFunding, network: { type: 'ethereum', chainId: mainnet.id } } },
    ...shared,
    config: { supportedChains: [mainnet], defaultChain: mainnet },
    app: {},
  },
  'not-sold': {
    when: 'The sellers do not deliver on this network.',
    data: { funding: etherFunding },
    ...shared,
  },
  'no-sellers': {
    when: 'The app offers wallets and the address only.',
    data: { funding: { ...etherFunding, methods: ['wallet', 'manual'] } },
    ...shared,
  },
  open: {
    when: 'Two payments have no known end yet.',
    data: { funding: etherFunding },
    ...shared,
    orders: [
      { ...moonpayOrder, isAside: true },
      { ...transfer, id: 'b5f1f7a4-2c1e-4a7a-9d52-0c7b9f0d8b12', isAside: true },
    ],
  },
  solana: { when: 'The wallet is on Solana.', data: { funding: solFunding }, ...shared },
}

/** The wallets to pay from. */
export const walletScenes: States<'FUNDING_TRANSFER_FROM_WALLET_SCREEN'> = {
  first: {
    when: 'A wallet is connected, others can be.',
    data: { funding: etherFunding },
    ...shared,
    connected: [metaMask],
  },
  none: { when: 'No wallet is connected yet.', data: { funding: etherFunding }, ...shared },
}

/** The amount. */
export const amountScenes: States<'FUNDING_EDIT_AMOUNT_SCREEN'> = {
  first: {
    when: 'The user pays at MoonPay.',
    data: { funding: etherFunding, way: { kind: 'moonpay', method: 'card' } },
    ...shared,
  },
  wallet: {
    when: 'The user pays from a wallet.',
    data: { funding: etherFunding, way: { kind: 'wallet', source: metaMaskSource } },
    ...shared,
    connected: [metaMask],
  },
  empty: {
    when: 'There is no recommended amount, and none was entered.',
    data: {
      funding: { ...etherFunding, amount: '' },
      way: { kind: 'moonpay', method: 'card' },
    },
    ...shared,
    act: [submit],
  },
  large: {
    when: 'The paying wallet holds less.',
    data: {
      funding: { ...etherFunding, amount: '40' },
      way: { kind: 'wallet', source: metaMaskSource },
    },
    ...shared,
    connected: [metaMask],
    act: [submit],
  },
}

const receipt = (status: string) => ({ node: { eth_getTransactionReceipt: () => ({ status }) } })

/** A transfer from a wallet of Ethereum. */
export const transferScenes: States<'FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_WALLET_SCREEN'> = {
  first: {
    when: 'The transfer is on its way.',
    data: { order: transfer },
    ...shared,
    answers: { node: { eth_getTransactionReceipt: () => null } },
  },
  done: { when: 'It has arrived.', data: { order: transfer }, ...shared, answers: receipt('0x1') },
  failed: {
    when: 'The network refused it.',
    data: { order: transfer },
    ...shared,
    answers: receipt('0x0'),
  },
  unknown: {
    when: 'The page was reloaded while the wallet asked the user.',
    data: { order: { ...transfer, reference: null } },
    ...shared,
  },
}

const solTransfer = orderOf({
  kind: 'transfer',
  source: phantomSource,
  funding: solFunding,
  reference: solSignature,
})

/** A transfer from a wallet of Solana. */
export const solTransferScenes: States<'FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_SOLANA_WALLET_SCREEN'> =
  {
    first: {
      when: 'The transfer is on its way.',
      data: { order: solTransfer },
      ...shared,
      answers: { node: { getSignatureStatuses: () => ({ value: [null] }) } },
    },
    done: {
      when: 'It has arrived.',
      data: { order: solTransfer },
      ...shared,
      answers: {
        node: {
          getSignatureStatuses: () => ({
            value: [{ err: null, confirmationStatus: 'finalized' }],
          }),
        },
      },
    },
  }

const bridge = orderOf({ kind: 'bridge', source: metaMaskSource, funding: solFunding })
const paid = { ...bridge, reference: `0x${'4d'.repeat(32)}` }
const bridgeIs = (status: string, txHashes: readonly string[] = []) => ({
  funding: { '/intents/status/v3': () => ({ status, inTxHashes: [hash], txHashes }) },
})

/** Ether paid, SOL delivered. */
export const evmToSolScenes: States<'FUNDING_AWAITING_EVM_TO_SOL_BRIDGING_SCREEN'> = {
  first: {
    when: 'The bridge has named its price.',
    data: { order: bridge },
    ...shared,
    answers: { funding: { '/quote/v2': () => bridgeQuote } },
  },
  quoting: {
    when: 'The price is being asked for.',
    data: { order: bridge },
    ...shared,
    answers: { funding: { '/quote/v2': () => never } },
  },
  'no-price': { when: 'The bridge gives no price.', data: { order: bridge }, ...shared },
  moving: {
    when: 'The money is between the networks.',
    data: { order: paid },
    ...shared,
    answers: bridgeIs('pending'),
  },
  delayed: {
    when: 'It takes longer than usual.',
    data: { order: paid },
    ...shared,
    answers: bridgeIs('delayed'),
  },
  done: {
    when: 'It has arrived.',
    data: { order: paid },
    ...shared,
    answers: bridgeIs('success', [solSignature]),
  },
  refunded: {
    when: 'It was sent back.',
    data: { order: paid },
    ...shared,
    answers: bridgeIs('refund'),
  },
}

/** SOL paid, ether delivered. */
export const solToEvmScenes: States<'FUNDING_AWAITING_SOL_TO_EVM_BRIDGING_SCREEN'> = {
  first: {
    when: 'The money is between the networks.',
    data: { order: { ...paid, source: phantomSource, funding: etherFunding } },
    ...shared,
    answers: bridgeIs('pending'),
  },
}

/** A purchase at MoonPay. */
export const moonpayScenes: States<'MOONPAY_STATUS_SCREEN'> = {
  first: { when: 'The user pays in MoonPay’s window.', data: { order: moonpayOrder }, ...shared },
  processing: {
    when: 'MoonPay has the payment.',
    data: { order: moonpayOrder },
    ...shared,
    answers: { funding: moonpayAnswer('pending') },
  },
  done: {
    when: 'MoonPay has delivered.',
    data: { order: moonpayOrder },
    ...shared,
    answers: { funding: moonpayAnswer('completed', hash) },
  },
  failed: {
    when: 'The payment was declined.',
    data: { order: moonpayOrder },
    ...shared,
    answers: { funding: moonpayAnswer('failed') },
  },
  test: {
    when: 'MoonPay’s test mode.',
    data: {
      order: { ...moonpayOrder, funding: { ...etherFunding, moonpay: { useSandbox: true } } },
    },
    ...shared,
  },
}

const coinbaseIs = (status: string) => ({
  server: { '/funding/coinbase_on_ramp/status': () => ({ status }) },
})

/** A purchase at Coinbase. */
export const coinbaseScenes: States<'COINBASE_ONRAMP_STATUS_SCREEN'> = {
  first: {
    when: 'The user pays in Coinbase’s window.',
    data: { order: coinbaseOrder },
    ...shared,
    answers: { server: { '/funding/coinbase_on_ramp/status': noAnswer } },
  },
  done: {
    when: 'Coinbase has delivered.',
    data: { order: coinbaseOrder },
    ...shared,
    answers: coinbaseIs('success'),
  },
  failed: {
    when: 'The payment failed.',
    data: { order: coinbaseOrder },
    ...shared,
    answers: coinbaseIs('failure'),
  },
}
