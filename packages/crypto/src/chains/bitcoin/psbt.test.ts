import * as ecc from '@bitcoinerlab/secp256k1'
import * as lib from 'bitcoinjs-lib'
import { beforeAll, describe, expect, test } from 'vitest'
import { seedFromEntropy } from '../../mnemonic.js'
import { entropyFromWords } from '../../phrase.js'
import {
  type BitcoinKind,
  PsbtError,
  readPsbt,
  segwit,
  segwitKind,
  signPsbt,
  taproot,
  taprootKind,
} from './index.js'

lib.initEccLib(ecc)
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const keys = new Map<BitcoinKind, Uint8Array>()
beforeAll(async () => {
  const words = 'test test test test test test test test test test test junk'
  const seed = await seedFromEntropy(entropyFromWords(words), crypto.subtle)
  keys.set(segwitKind, segwit.derivePrivateKey(seed, 0))
  keys.set(taprootKind, taproot.derivePrivateKey(seed, 0))
})
const keyOf = (kind: BitcoinKind) => keys.get(kind) ?? new Uint8Array()
const publicOf = (kind: BitcoinKind) => ecc.pointFromScalar(keyOf(kind)) ?? new Uint8Array()
const scriptOf = (kind: BitcoinKind) => kind.script(publicOf(kind))

type Input = Parameters<lib.Psbt['addInput']>[0]

/** A PSBT of bitcoinjs-lib: one input of each kind, each from a transaction of its own, and two outputs. */
function psbtOf(
  inputKinds: readonly BitcoinKind[],
  { change = {}, whole = false }: { change?: Partial<Input>; whole?: boolean } = {},
) {
  const psbt = new lib.Psbt()
  for (const [at, kind] of inputKinds.entries()) {
    const funding = new lib.Transaction()
    funding.addInput(new Uint8Array(32).fill(at + 1), 0)
    funding.addOutput(scriptOf(kind), 50_000n)
    psbt.addInput({
      hash: funding.getId(),
      index: 0,
      ...(whole
        ? { nonWitnessUtxo: funding.toBuffer() }
        : { witnessUtxo: { script: scriptOf(kind), value: 50_000n } }),
      ...change,
    })
  }
  psbt.addOutput({ script: scriptOf(taprootKind), value: 20_000n })
  psbt.addOutput({ script: Uint8Array.of(0x6a, 1, 7), value: 0n })
  return psbt
}
/** The same with the previous transaction of one input. */
function withWhole(psbt: lib.Psbt, at: number): lib.Psbt {
  const copy = lib.Psbt.fromBuffer(psbt.toBuffer())
  const whole = psbtOf([segwitKind, taprootKind], { whole: true })
  copy.data.inputs[at] = whole.data.inputs[at] ?? {}
  return copy
}
const sign = (kind: BitcoinKind, psbt: Uint8Array) => signPsbt(kind, keyOf(kind), readPsbt(psbt))

describe('readPsbt', () => {
  test('tells what it spends and pays', () => {
    const { facts } = readPsbt(psbtOf([segwitKind, taprootKind]).toBuffer())

    expect(facts.inputs.map(({ script, amount, index }) => ({ script, amount, index }))).toEqual([
      { script: hex(scriptOf(segwitKind)), amount: 50_000n, index: 0 },
      { script: hex(scriptOf(taprootKind)), amount: 50_000n, index: 0 },
    ])
    expect(facts.outputs).toEqual([
      { script: hex(scriptOf(taprootKind)), amount: 20_000n },
      { script: '6a0107', amount: 0n },
    ])
  })

  test.each([
    ['no bytes', () => new Uint8Array()],
    ['bytes that are none', () => new Uint8Array(40).fill(7)],
    ['one cut short', () => psbtOf([segwitKind]).toBuffer().subarray(0, -3)],
    [
      'an input that does not say what it spends',
      () => {
        const psbt = psbtOf([segwitKind])
        psbt.data.inputs[0] = {}
        return psbt.toBuffer()
      },
    ],
    [
      'a previous transaction without the output that is spent, and an amount beside it',
      () => {
        const psbt = psbtOf([segwitKind], { whole: true, change: { index: 7 } })
        const beside = { script: scriptOf(segwitKind), value: 50_000n }
        psbt.data.inputs[0] = { ...psbt.data.inputs[0], witnessUtxo: beside }
        return psbt.toBuffer()
      },
    ],
    [
      'a previous transaction of another id',
      () => {
        const psbt = psbtOf([segwitKind], { whole: true })
        psbt.data.inputs[0] = { nonWitnessUtxo: psbtOf([taprootKind]).data.getTransaction() }
        return psbt.toBuffer()
      },
    ],
  ])('error: refuses %s', (_, make) => {
    expect(() => readPsbt(make())).toThrow(PsbtError)
  })
})

describe('signPsbt', () => {
  test.each([
    ['segwit', segwitKind, false],
    ['segwit with the whole previous transaction', segwitKind, true],
    ['taproot', taprootKind, false],
  ])('%s: signs its input, as bitcoinjs-lib verifies', (_, kind, whole) => {
    const signed = lib.Transaction.fromBuffer(sign(kind, psbtOf([kind], { whole }).toBuffer()))

    expect(verifies(signed, [kind])).toEqual([true])
  })

  test('the kinds in one PSBT sign their own inputs, one after the other', () => {
    const half = sign(segwitKind, psbtOf([taprootKind, segwitKind], { whole: true }).toBuffer())
    expect(lib.Psbt.fromBuffer(half).data.inputs[0]?.tapKeySig).toBeUndefined()

    const signed = lib.Transaction.fromBuffer(sign(taprootKind, half))

    expect(verifies(signed, [taprootKind, segwitKind])).toEqual([true, true])
  })

  test('several inputs of one wallet are all signed', () => {
    const kinds = [segwitKind, segwitKind, segwitKind]
    const signed = lib.Transaction.fromBuffer(
      sign(segwitKind, psbtOf(kinds, { whole: true }).toBuffer()),
    )

    expect(verifies(signed, kinds)).toEqual([true, true, true])
  })

  test('error: several segwit inputs without their transactions: a fee could be hidden', () => {
    expect(() => sign(segwitKind, psbtOf([segwitKind, segwitKind]).toBuffer())).toThrow(
      /previous transaction/,
    )
  })

  test('error: one segwit input beside one that is said to be of another: it can be of the wallet too', () => {
    const named = psbtOf([segwitKind, taprootKind])
    for (const psbt of [named, withWhole(named, 0), withWhole(named, 1)])
      expect(() => sign(segwitKind, psbt.toBuffer())).toThrow(/previous transaction/)
  })

  test('taproot signs the amounts of all inputs, and needs no previous transaction', () => {
    const signed = sign(taprootKind, psbtOf([taprootKind, segwitKind]).toBuffer())

    expect(lib.Psbt.fromBuffer(signed).data.inputs[0]?.finalScriptWitness).toBeDefined()
  })

  test('error: inputs of others are not signed', () => {
    expect(() => sign(taprootKind, psbtOf([segwitKind]).toBuffer())).toThrow(
      'No input is of this wallet',
    )
  })

  test.each([
    ['NONE', 2],
    ['SINGLE', 3],
    ['ALL and anyone can pay', 0x81],
    ['SINGLE and anyone can pay', 0x83],
  ])('error: no signature of kind %s', (_, sighashType) => {
    for (const kind of [segwitKind, taprootKind]) {
      const psbt = psbtOf([kind], { change: { sighashType } }).toBuffer()
      expect(() => sign(kind, psbt)).toThrow('does not cover the whole transaction')
    }
  })

  test('error: an input with another internal key, or with scripts, is refused', () => {
    const other = psbtOf([taprootKind], {
      change: { tapInternalKey: publicOf(segwitKind).subarray(1) },
    })
    const tree = psbtOf([taprootKind], { change: { tapMerkleRoot: new Uint8Array(32) } })
    for (const psbt of [other, tree]) {
      expect(() => sign(taprootKind, psbt.toBuffer())).toThrow(PsbtError)
    }
  })
})

function verifies(signed: lib.Transaction, kinds: readonly BitcoinKind[]): boolean[] {
  const scripts = kinds.map(scriptOf)
  const amounts = kinds.map(() => 50_000n)
  return signed.ins.map(({ witness }, at) => {
    const [signature = new Uint8Array()] = witness
    if (kinds[at] === segwitKind) {
      const pubkey = publicOf(segwitKind)
      const code = lib.payments.p2pkh({ pubkey }).output ?? new Uint8Array()
      const decoded = lib.script.signature.decode(signature)
      const digest = signed.hashForWitnessV0(at, code, 50_000n, decoded.hashType)
      return decoded.hashType === 1 && ecc.verify(digest, pubkey, decoded.signature)
    }
    const digest = signed.hashForWitnessV1(at, scripts, amounts, 0)
    return ecc.verifySchnorr(digest, scriptOf(taprootKind).subarray(2), signature)
  })
}
