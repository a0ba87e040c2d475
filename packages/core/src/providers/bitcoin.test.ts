import {
  chooseUtxos,
  dustOf,
  parsePsbt,
  scriptOfAddress,
  type Utxo,
  writePsbt,
} from '@sallyport/contract/requests'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const segwit = `0014${'11'.repeat(20)}`
const taproot = `5120${'22'.repeat(32)}`
const utxo = (value: bigint, at: number, isConfirmed = true): Utxo => ({
  txid: at.toString(16).padStart(64, '0'),
  vout: at,
  value,
  isConfirmed,
})
const job = { feeRate: 2n, from: segwit, to: taproot }

describe('chooseUtxos', () => {
  test('takes the largest first, and gives the rest back', () => {
    const utxos = [utxo(1_000n, 1), utxo(50_000n, 2), utxo(9_000n, 3)]
    const payment = chooseUtxos(utxos, { ...job, sats: 20_000n })

    // 11 + 68 + 43 + 31 virtual bytes at 2 sat/vB.
    expect(payment).toEqual({ inputs: [utxos[1]], feeSats: 306n, changeSats: 29_694n })
  })

  test('takes outputs in a block before others', () => {
    const utxos = [utxo(50_000n, 1, false), utxo(30_000n, 2), utxo(20_000n, 3)]
    const payment = chooseUtxos(utxos, { ...job, sats: 40_000n })

    expect(payment?.inputs).toEqual([utxos[1], utxos[2]])
  })

  test('change too small to spend is part of the fee', () => {
    const payment = chooseUtxos([utxo(20_599n, 1)], { ...job, sats: 20_000n })

    expect(payment).toMatchObject({ feeSats: 599n, changeSats: 0n })
  })

  test('error: not enough for the payment and its fee', () => {
    expect(chooseUtxos([utxo(20_000n, 1)], { ...job, sats: 20_000n })).toBeNull()
    expect(chooseUtxos([], { ...job, sats: 1_000n })).toBeNull()
  })

  test('adds up for any outputs, whatever their order', () => {
    const outputs = fc.array(fc.tuple(fc.bigInt(1n, 1_000_000n), fc.boolean()), { maxLength: 12 })
    fc.assert(
      fc.property(
        outputs,
        fc.bigInt(546n, 2_000_000n),
        fc.bigInt(1n, 100n),
        (all, sats, feeRate) => {
          const utxos = all.map(([value, isConfirmed], at) => utxo(value, at, isConfirmed))
          const payment = chooseUtxos(utxos, { ...job, sats, feeRate })
          expect(chooseUtxos(utxos.toReversed(), { ...job, sats, feeRate })).toEqual(payment)
          if (!payment) return
          const total = payment.inputs.reduce((sum, { value }) => sum + value, 0n)
          expect(total).toBe(sats + payment.feeSats + payment.changeSats)
          expect(payment.feeSats).toBeGreaterThanOrEqual(feeRate * 100n)
          expect(payment.changeSats === 0n || payment.changeSats >= dustOf(segwit)).toBe(true)
        },
      ),
    )
  })
})

test('writePsbt writes what the reader of requests reads', () => {
  const previous = `02000000${'01'}${'33'.repeat(32)}0000000000ffffffff01${'50c3000000000000'}16${segwit}00000000`
  const inputs = [
    { txid: 'ab'.repeat(32), vout: 0, script: segwit, value: 50_000n, previous },
    { txid: 'cd'.repeat(32), vout: 300, script: taproot, value: 7_000n },
  ]
  const outputs = [
    { script: scriptOfAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4') ?? '', value: 56_000n },
  ]

  const content = parsePsbt(Uint8Array.from(Buffer.from(writePsbt(inputs, outputs), 'hex')))

  expect(content).toEqual({
    version: 2,
    lockTime: 0,
    inputs: inputs.map(({ txid, vout, script, value }) => ({
      ...{ txid, index: vout, script, amount: value, sequence: 0xfffffffd },
    })),
    outputs: outputs.map(({ script, value }) => ({ script, amount: value })),
  })
})
