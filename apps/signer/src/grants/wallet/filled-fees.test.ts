import { describe, expect, test } from 'vitest'
import { type Facts, known } from '../../policy/facts.js'
import type { Asked } from '../../prepare/prepare.js'
import { requireUsualFee } from './filled-fees.js'

const ether = 10n ** 18n
const factsOf = (chain: Facts['chain'], shared: Facts['shared']): Facts => ({
  ...{ method: 'transfer', chain, shared, actions: [] },
})
const onEthereum = (maxFee: bigint, chainId = 1n) =>
  factsOf('ethereum', {
    ethereum_transaction: { max_fee: known(maxFee), chain_id: known(chainId) },
  })
const send = (transaction: object): Asked =>
  ({ method: 'eth_sendTransaction', caip2: 'eip155:1', params: { transaction } }) as Asked
const codeOf = (facts: Facts, asked = send({}), isTransfer = false) => {
  try {
    requireUsualFee(facts, { asked, filled: [{ nonce: '0' }], isTransfer })
    return undefined
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('fees that the request does not name', () => {
  test.each([
    ['0.1 ETH', onEthereum(ether / 10n)],
    ['10 POL', onEthereum(10n * ether, 137n)],
    ['0.05 SOL', factsOf('solana', { solana_transaction: { max_fee: known(50_000_000n) } })],
    ['0.002 BTC', factsOf('bitcoin', { bitcoin_transaction: { fee: known(200_000n) } })],
  ])('%s is let through', (_, facts) => {
    expect(codeOf(facts, undefined, true)).toBeUndefined()
  })

  test.each([
    ['more than 0.1 ETH', onEthereum(ether / 10n + 1n)],
    ['more than 0.1 on a network that is not known', onEthereum(ether / 10n + 1n, 987_654n)],
    ['more than 10 POL', onEthereum(10n * ether + 1n, 137n)],
    [
      'more than 0.05 SOL',
      factsOf('solana', { solana_transaction: { max_fee: known(50_000_001n) } }),
    ],
    ['more than 0.002 BTC', factsOf('bitcoin', { bitcoin_transaction: { fee: known(200_001n) } })],
  ])('error: %s', (_, facts) => {
    expect(codeOf(facts, undefined, true)).toBe('invalid_request')
  })

  test.each([
    ['without gas', { max_fee_per_gas: 1n }, 'invalid_request'],
    ['without a price', { gas_limit: 1n }, 'invalid_request'],
    ['with both', { gas_limit: 1n, max_fee_per_gas: 1n }, undefined],
    ['with both, of an older type', { gas_limit: 1n, gas_price: 1n }, undefined],
  ])('a send %s', (_, numbers, wanted) => {
    expect(codeOf(onEthereum(ether), send(numbers))).toBe(wanted)
  })
})
