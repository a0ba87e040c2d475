import type { ConfirmRequest, RequestStep, TransactionReplacement } from '@sallyport/core'
import type { Job } from '../../flow/screens.js'
import { noAnswer, refuse } from '../../test-kit/answers.js'
import { bitcoinHighFee, bitcoinPayments, bitcoinSend } from '../../test-kit/bitcoin-samples.js'
import { batch, selfPaid, signedOnly, sponsored } from '../../test-kit/operation-samples.js'
import {
  failWith,
  friend,
  hash,
  job,
  signsOnly,
  tokenCall,
  transfer,
  usdc,
} from '../../test-kit/samples.js'
import { impostor, ownAddress, unknownCall, unverified } from '../../test-kit/samples-control.js'
import type { SceneOf, States } from '../../test-kit/scene.js'
import { type SimulatedEvent, simulation } from '../../test-kit/simulation.js'

const approve = { press: '.pair .primary' }
const data = (request: ConfirmRequest, how: Partial<Job> = {}) => ({
  job: { ...job(request), ...how },
})
type Sending = Pick<SceneOf<'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN'>, 'data' | 'act'>
const reached = (request: ConfirmRequest, ...steps: RequestStep[]): Sending => ({
  data: { job: job(request, steps) },
  act: [approve],
})
const failing = (code: string): Sending => ({
  data: data(transfer, { run: failWith(code) }),
  act: [approve],
})
const word = (hex: string) => hex.toLowerCase().replace('0x', '').padStart(64, '0')
const moveItem = `0x42842e0e${word(ownAddress)}${word(friend)}${word('0x2a')}`
const drain: readonly SimulatedEvent[] = [
  { kind: 'transfer', token: usdc, from: ownAddress, to: friend, units: 25_000_000n },
  { kind: 'transfer', from: friend, to: ownAddress, units: 10n ** 15n },
  { kind: 'approval', token: usdc, from: ownAddress, to: friend, units: 10n ** 12n },
]
const deposit = { to: friend, data: '0xd0e30db0' }

const replacement = (reason: TransactionReplacement['reason']) =>
  ({ hash, reason, outcome: 'confirmed' }) as const

/** A transaction on Ethereum. */
export const scenes: States<'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN'> = {
  first: { when: 'The app asks to send the chain’s native coin.', data: data(transfer) },
  huge: {
    when: 'The amount is long.',
    data: data({
      ...transfer,
      transaction: { to: friend, value: '0x661efdf2e3b19f7c045f15' },
    }),
  },
  token: {
    when: 'It transfers an ERC-20 token.',
    data: data(tokenCall('0xa9059cbb', '0x17d7840')),
  },
  details: {
    when: 'The details are open.',
    data: data(tokenCall('0xa9059cbb', '0x17d7840')),
    act: [{ press: 'summary' }],
  },
  approval: {
    when: 'It allows unlimited spending of a token.',
    data: data(tokenCall('0x095ea7b3', `0x${'f'.repeat(64)}`)),
  },
  bitcoin: { when: 'It sends bitcoins, with change.', data: data(bitcoinSend) },
  'bitcoin-payments': {
    when: 'It pays two recipients, with an input of another wallet; the details are open.',
    data: data(bitcoinPayments),
    act: [{ press: 'summary' }],
  },
  'bitcoin-high-fee': {
    when: 'The fee is far higher than usual.',
    data: data(bitcoinHighFee),
  },
  'bitcoin-confirmed': {
    when: 'A block has the transaction.',
    ...reached(bitcoinSend, { step: 'confirmed', hash: 'f5'.repeat(32) }),
  },
  'approval-edited': {
    when: 'The limit of the approval was lowered.',
    data: data(tokenCall('0x095ea7b3', `0x${'f'.repeat(64)}`)),
    act: [{ press: '.limit .quiet' }, { type: '25' }],
  },
  collection: {
    when: 'It gives control of all items of a collection: it has to be agreed to.',
    data: data(tokenCall('0xa22cb465', '0x1')),
  },
  unusual: {
    when: 'The network asks for a fee that is far higher than usual: it has to be agreed to.',
    data: data(transfer),
    answers: { node: { eth_maxPriorityFeePerGas: () => '0x9184e72a000' } },
  },
  'simulation-differs': {
    when: 'A simulation takes tokens that the request doesn’t name: it has to be agreed to.',
    data: data(unknownCall),
    answers: { node: { eth_simulateV1: simulation(...drain) } },
  },
  'simulation-unknown': {
    when: 'The network can’t simulate a call.',
    data: data(unknownCall),
    answers: { node: { eth_simulateV1: refuse(-32601) } },
  },
  'token-new': {
    when: 'A token that the wallet doesn’t know, to an address that looks like the user’s own.',
    data: data(unverified),
    answers: { node: { eth_chainId: () => '0x1', eth_call: refuse(3) } },
  },
  'token-impostor': {
    when: 'A contract that calls itself by the name of a known token.',
    data: data(impostor),
    answers: { node: { eth_chainId: () => '0x1' } },
  },
  item: {
    when: 'It moves one item of a collection.',
    data: data({ ...transfer, transaction: { to: usdc, data: moveItem } }),
  },
  'authorization-list': {
    when: 'It carries an authorization for a contract (EIP-7702): it has to be agreed to.',
    data: data({
      ...transfer,
      transaction: { ...transfer.transaction, authorizationList: [{ address: usdc }] },
    }),
  },
  'token-not-enough': {
    when: 'There is too little of the token in the wallet.',
    data: data(tokenCall('0xa9059cbb', '0xee6b2800')),
  },
  priced: {
    when: 'The app knows the price of the asset.',
    data: data(transfer),
    config: { priceOf: () => ({ amount: 3150, currency: 'USD' }) },
  },
  'contract-info': {
    when: 'The app names the contract and shows its picture.',
    data: data(
      { ...transfer, transaction: deposit },
      {
        ui: {
          transactionInfo: {
            title: 'Deposit to the vault',
            action: 'Your ETH starts earning at once.',
            contractInfo: { name: 'Harbour Vault', url: 'https://example.com/vault' },
          },
        },
      },
    ),
  },
  contract: {
    when: 'It calls a contract and sends an amount with the call.',
    data: data({
      ...transfer,
      transaction: { ...deposit, value: '0x16345785d8a0000' },
    }),
  },
  creation: {
    when: 'It deploys a contract.',
    data: data({ ...transfer, transaction: { data: '0x6080604052' } }),
  },
  sponsored: {
    when: 'A smart wallet makes a call, and the app pays for its gas.',
    data: data(sponsored),
  },
  'self-paid': { when: 'A smart wallet makes a call and pays for its gas.', data: data(selfPaid) },
  batch: { when: 'A smart wallet makes several calls in one operation.', data: data(batch) },
  'sign-operation': {
    when: 'A smart wallet’s operation is signed for another side to send.',
    data: data(signedOnly),
  },
  'sign-only': { when: 'Sign only: the transaction isn’t sent.', data: data(signsOnly) },
  preparing: {
    when: 'The fee is being estimated.',
    data: data(transfer),
    answers: { node: { eth_getBalance: noAnswer } },
  },
  'fee-unknown': {
    when: 'The network didn’t respond.',
    data: data(transfer),
    answers: { node: { eth_getBalance: refuse(-32002) } },
  },
  'not-enough': {
    when: 'The wallet has insufficient funds.',
    data: data(transfer),
    answers: { node: { eth_getBalance: () => '0x16345785d8a0000' } },
  },
  'add-funds': {
    when: 'There is too little in the wallet, and the app can add funds.',
    data: data(transfer),
    config: { onAddFunds: () => undefined },
    answers: { node: { eth_getBalance: () => '0x16345785d8a0000' } },
  },
  'likely-fails': {
    when: 'The simulation failed.',
    data: data({ ...transfer, transaction: { ...deposit, gas: '0x5208' } }),
    answers: { node: { eth_estimateGas: refuse(3) } },
  },
  busy: { when: 'It is being signed and sent.', data: data(transfer), act: [approve] },
  'not-sent': {
    when: 'The network didn’t accept it.',
    ...failing('transaction_broadcast_failure'),
  },
  'expired-login': {
    when: 'The session ended on the server while the page was open: the user has to log in again.',
    ...failing('missing_or_invalid_token'),
  },
  submitted: {
    when: 'It was sent and is not confirmed yet.',
    ...reached(transfer, { step: 'submitted', hash }),
  },
  confirmed: {
    when: 'The network confirmed it.',
    ...reached(transfer, { step: 'submitted', hash }, { step: 'confirmed', hash }),
  },
  failed: {
    when: 'Reverted: the network included it, and it failed.',
    ...reached(transfer, { step: 'failed', hash, reason: 'reverted' }),
  },
  'timed-out': {
    when: 'It was not confirmed within three minutes.',
    ...reached(transfer, { step: 'timed-out', hash }),
  },
  repriced: {
    when: 'It was confirmed with another fee.',
    ...reached(transfer, { step: 'replaced', hash, replacement: replacement('repriced') }),
  },
  cancelled: {
    when: 'A transfer of nothing to the wallet itself took its place.',
    ...reached(transfer, { step: 'replaced', hash, replacement: replacement('cancelled') }),
  },
  replaced: {
    when: 'Another transaction took its place.',
    ...reached(transfer, { step: 'replaced', hash, replacement: replacement('replaced') }),
  },
  signed: { when: 'It was signed and not sent; shown for 1.4 s.', ...reached(signsOnly) },
}
