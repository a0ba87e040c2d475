import { createHash } from 'node:crypto'
import * as ecc from '@bitcoinerlab/secp256k1'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58check } from '@scure/base'
import * as lib from 'bitcoinjs-lib'
import { beforeAll, describe, expect, test } from 'vitest'
import { seedFromEntropy } from '../../mnemonic.js'
import { entropyFromWords } from '../../phrase.js'
import {
  type BitcoinKind,
  hashMessage,
  segwit,
  segwitKind,
  signMessage,
  taproot,
  taprootKind,
  verifyMessage,
} from './index.js'

lib.initEccLib(ecc)
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))
const utf8 = (text: string) => new TextEncoder().encode(text)
const words =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'
let seed: Uint8Array
beforeAll(async () => {
  seed = await seedFromEntropy(entropyFromWords(words), crypto.subtle)
})

describe('addresses', () => {
  test.each([
    [
      0,
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c',
    ],
    [
      1,
      'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
      '03e775fd51f0dfb8cd865d9ff1cca2a158cf651fe997fdc9fee9c1d3b5e995ea77',
    ],
  ])('BIP-84: receiving address %i', (index, address, publicKeyText) => {
    expect(segwit.address(segwit.derivePrivateKey(seed, index))).toEqual({ address, publicKeyText })
  })

  test.each([
    [
      0,
      'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
      'cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115',
    ],
    [
      1,
      'bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh',
      '83dfe85a3151d2517290da461fe2815591ef69f2b18a2ce63f01697a8b313145',
    ],
  ])('BIP-86: receiving address %i', (index, address, publicKeyText) => {
    expect(taproot.address(taproot.derivePrivateKey(seed, index))).toEqual({
      address,
      publicKeyText,
    })
  })

  test('BIP-341: the output of a key without scripts', () => {
    const internalKey = 'd6889cb081036e0faefa3a35157ad71086b123b2b144b649798b494c300a961d'
    const script = taprootKind.scriptOfText(internalKey) ?? new Uint8Array()

    expect(hex(script)).toBe('512053a1f6e454df1aa2776a2814a721372d6258050de330b3c6d10ee8f4e0dda343')
    expect(taprootKind.address(script)).toBe(
      'bc1p2wsldez5mud2yam29q22wgfh9439spgduvct83k3pm50fcxa5dps59h4z5',
    )
  })

  test('bitcoinjs-lib gives the same ones', () => {
    for (let index = 0; index < 10; index += 1) {
      const pubkey = bytes(segwit.address(segwit.derivePrivateKey(seed, index)).publicKeyText ?? '')
      const internal = taproot.address(taproot.derivePrivateKey(seed, index))
      const internalPubkey = bytes(internal.publicKeyText ?? '')

      expect(segwitKind.address(segwitKind.script(pubkey))).toBe(
        lib.payments.p2wpkh({ pubkey }).address,
      )
      expect(internal.address).toBe(lib.payments.p2tr({ internalPubkey }).address)
    }
  })
})

/** The key of the examples in BIP-322: WIF without version, compression mark and checksum. */
const exampleKey = base58check(sha256)
  .decode('L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k')
  .subarray(1, 33)
const kinds: [string, BitcoinKind][] = [
  ['segwit', segwitKind],
  ['taproot', taprootKind],
]
const nameOf = (kind: BitcoinKind) =>
  kind.publicKeyText(ecc.pointFromScalar(exampleKey) ?? new Uint8Array())

describe('messages (BIP-322)', () => {
  test('hashes of the examples', () => {
    expect(hex(hashMessage(utf8('')))).toBe(
      'c90c269c4f8fcbe6880f72a721ddfbf1914268a794cbb21cfafee13770ae19f1',
    )
    expect(hex(hashMessage(utf8('Hello World')))).toBe(
      'f0eb03b1a75ac6d9847f55c624a99169b5dccba2a31f5b23bea77ba270de0a7a',
    )
  })

  test.each([
    [
      '',
      'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    ],
    [
      '',
      'AkgwRQIhAPkJ1Q4oYS0htvyuSFHLxRQpFAY56b70UvE7Dxazen0ZAiAtZfFz1S6T6I23MWI2lK/pcNTWncuyL8UL+oMdydVgzAEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
    ],
    [
      'Hello World',
      'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    ],
    [
      'Hello World',
      'AkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
    ],
  ])('the example signature of %j verifies', (message, signature) => {
    const proof = { publicKeyText: nameOf(segwitKind), message: utf8(message) }
    const given = Uint8Array.from(Buffer.from(signature, 'base64'))

    expect(verifyMessage(segwitKind, { ...proof, signature: given })).toBe(true)
    expect(
      verifyMessage(segwitKind, { ...proof, message: utf8(`${message}.`), signature: given }),
    ).toBe(false)
  })

  test.each(kinds)('%s: bitcoinjs-lib verifies what is signed', (_, kind) => {
    for (const message of ['', 'Hello World', 'Grüße 🙂']) {
      const signature = signMessage(kind, exampleKey, utf8(message))
      expect(verifiesElsewhere(kind, utf8(message), signature)).toBe(true)
      expect(
        verifyMessage(kind, { publicKeyText: nameOf(kind), message: utf8(message), signature }),
      ).toBe(true)
    }
  })

  test.each(kinds)('error: %s: no other bytes are a signature', (_, kind) => {
    const message = utf8('Hello World')
    const signature = signMessage(kind, exampleKey, message)
    const publicKeyText = nameOf(kind)
    for (let at = 0; at < signature.length; at += 1) {
      const changed = signature.map((byte, i) => (i === at ? byte ^ 1 : byte))
      expect(
        verifyMessage(kind, { publicKeyText, message, signature: changed }),
        `byte ${at}`,
      ).toBe(false)
    }
    for (const other of [signature.subarray(1), signature.subarray(0, -1), new Uint8Array()]) {
      expect(verifyMessage(kind, { publicKeyText, message, signature: other })).toBe(false)
    }
    expect(verifyMessage(kind, { publicKeyText: '', message, signature })).toBe(false)
  })

  test('error: a signature of one kind is none of the other', () => {
    const message = utf8('Hello World')
    for (const [kind, other] of [
      [segwitKind, taprootKind],
      [taprootKind, segwitKind],
    ] as const) {
      const signature = signMessage(kind, exampleKey, message)
      expect(verifyMessage(other, { publicKeyText: nameOf(other), message, signature })).toBe(false)
    }
  })
})

describe('proofs', () => {
  test.each([
    ['segwit', segwit],
    ['taproot', taproot],
  ])('%s: a proof names the key that the address comes from', (_, chain) => {
    const key = chain.derivePrivateKey(seed, 0)
    const { address, publicKeyText: publicKey } = chain.address(key)
    const other = chain.address(chain.derivePrivateKey(seed, 1))
    const proof = { address, publicKey, message: 'proof', signature: chain.signProof(key, 'proof') }

    expect(chain.verifyProof(proof)).toBe(true)
    for (const wrong of [
      { message: 'other' },
      { publicKey: undefined },
      { publicKey: other.publicKeyText },
      { address: other.address },
      { address: address.toUpperCase() },
      { signature: new Uint8Array() },
    ]) {
      expect(chain.verifyProof({ ...proof, ...wrong })).toBe(false)
    }
  })
})

/** BIP-322 by bitcoinjs-lib: the two transactions, its own digest, and the signature under the key of the output. */
function verifiesElsewhere(kind: BitcoinKind, message: Uint8Array, signature: Uint8Array): boolean {
  const pubkey = ecc.pointFromScalar(exampleKey) ?? new Uint8Array()
  const payment =
    kind === segwitKind
      ? lib.payments.p2wpkh({ pubkey })
      : lib.payments.p2tr({ internalPubkey: pubkey.subarray(1) })
  const script = payment.output ?? new Uint8Array()
  const toSpend = new lib.Transaction()
  toSpend.version = 0
  const sha = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
  const tag = sha(utf8('BIP0322-signed-message'))
  const hash = sha(tag, tag, message)
  toSpend.addInput(new Uint8Array(32), 0xffffffff, 0, Uint8Array.of(0, 32, ...hash))
  toSpend.addOutput(script, 0n)
  const toSign = new lib.Transaction()
  toSign.version = 0
  toSign.addInput(toSpend.getHash(), 0, 0)
  toSign.addOutput(Uint8Array.of(0x6a), 0n)
  if (kind === segwitKind) {
    const code = lib.payments.p2pkh({ pubkey }).output ?? new Uint8Array()
    const digest = toSign.hashForWitnessV0(0, code, 0n, lib.Transaction.SIGHASH_ALL)
    // Two items: the length of the first one, then its bytes, DER and the kind of signature.
    const { signature: raw } = lib.script.signature.decode(
      signature.subarray(2, 2 + (signature[1] ?? 0)),
    )
    return ecc.verify(digest, pubkey, raw)
  }
  const digest = toSign.hashForWitnessV1(0, [script], [0n], lib.Transaction.SIGHASH_DEFAULT)
  return ecc.verifySchnorr(digest, script.subarray(2), signature.subarray(2))
}
