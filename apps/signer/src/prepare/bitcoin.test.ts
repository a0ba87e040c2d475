import { segwit, segwitKind } from '@sallyport/crypto/chains/bitcoin'
import { expect, test } from 'vitest'
import { psbtOf } from '../testing/chain-bytes.js'
import { judged, policyOf, where } from '../testing/policies.js'
import { preparePsbt, scriptOf } from './bitcoin.js'

/* What a policy sees of a PSBT holds for the transaction that its signatures make. */

const key = new Uint8Array(32).fill(7)
const { publicKeyText: publicKey = '' } = segwit.address(key)
const own = scriptOf(segwitKind, publicKey)
const [foreign, cold] = ['22', '33'].map((byte) => `0014${byte.repeat(20)}`) as [string, string]
const coin = 100_000_000n
const prepared = (inputs: Parameters<typeof psbtOf>[0]) => {
  const outputs = [
    { script: cold, amount: 1_000_000n },
    { script: own, amount: coin - 1_001_000n },
  ]
  return preparePsbt(
    { method: 'bitcoin_signPsbt', params: { psbt: psbtOf(inputs, outputs), encoding: 'base64' } },
    { chain: 'bitcoin-segwit', address: '', filled: [], publicKey },
  )
}
const policies = [
  policyOf(
    [
      {
        method: 'bitcoin_signPsbt',
        conditions: [
          where('bitcoin_transaction.amount', 'lte', '1100000'),
          where('bitcoin_transaction.fee', 'lte', '50000'),
        ],
      },
    ],
    { chain: 'bitcoin-segwit' },
  ),
]

test('error: two requests that each say of one own input that it is another’s are not signed', () => {
  // Both signatures would be valid for one transaction, whose fee is a whole coin more.
  const mine = { script: own, amount: coin }
  const said = { script: foreign, amount: 0n }
  for (const inputs of [
    [mine, said],
    [said, mine],
  ]) {
    const { facts, sign } = prepared(inputs)

    expect(judged(facts, { policies }).isAllowed).toBe(true)
    expect(() => sign(key)).toThrow('invalid_request')
  }
})

test('one input needs no previous transaction: its signature covers its amount', () => {
  const { facts, sign } = prepared([{ script: own, amount: coin }])

  expect(judged(facts, { policies }).isAllowed).toBe(true)
  expect(sign(key)).toHaveProperty('signed_transaction')
})
