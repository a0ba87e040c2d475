import { readFileSync } from 'node:fs'
import { Transaction } from '@scure/btc-signer/transaction.js'
import { describe, expect, test } from 'vitest'
import { segwitKind, taprootKind } from './kinds.js'
import { digestOfInput, type Prevout } from './message.js'

interface Spending {
  transaction: string
  spent: { script: string; sats: number }[]
}
interface Vectors {
  bip340: { index: number; publicKey: string; message: string; signature: string; valid: boolean }[]
  bip341: Spending & {
    outputs: { internalKey: string; script: string; address: string }[]
    digests: { index: number; digest: string }[]
  }
  bip143: Spending & {
    index: number
    privateKey: string
    publicKey: string
    digest: string
    signature: string
  }
}
const vectors: Vectors = JSON.parse(
  readFileSync(new URL('../../../vectors/bitcoin.json', import.meta.url), 'utf8'),
)
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))
const open = ({ transaction }: Spending) =>
  Transaction.fromRaw(bytes(transaction), {
    ...{ allowUnknownInputs: true, allowUnknownOutputs: true },
    disableScriptCheck: true,
  })
const prevoutsOf = ({ spent }: Spending): Prevout[] =>
  spent.map(({ script, sats }) => ({ script: bytes(script), amount: BigInt(sats) }))

describe('official vectors', () => {
  test.each(vectors.bip340)('BIP-340: signature $index is valid: $valid', (vector) => {
    const proof = {
      script: bytes(`5120${vector.publicKey}`),
      publicKeyText: vector.publicKey,
      digest: bytes(vector.message),
      signature: bytes(vector.signature),
    }
    let isValid = false
    try {
      isValid = taprootKind.verify(proof)
    } catch {
      // A public key that is not on the curve.
    }
    expect(isValid).toBe(vector.valid)
  })

  test.each(vectors.bip341.outputs)('BIP-341: output of $internalKey', (output) => {
    const script = taprootKind.scriptOfText(output.internalKey) ?? new Uint8Array()
    expect(hex(script)).toBe(output.script)
    expect(taprootKind.address(script)).toBe(output.address)
  })

  test.each(vectors.bip341.digests)('BIP-341: digest of input $index', ({ index, digest }) => {
    const prevouts = prevoutsOf(vectors.bip341)
    const ours = digestOfInput(taprootKind, open(vectors.bip341), { index, prevouts })
    expect(hex(ours)).toBe(digest)
  })

  test('BIP-143: digest and signature of the native P2WPKH example', () => {
    const { bip143 } = vectors
    const prevouts = prevoutsOf(bip143)
    const digest = digestOfInput(segwitKind, open(bip143), { index: bip143.index, prevouts })
    expect(hex(digest)).toBe(bip143.digest)
    expect(hex(segwitKind.sign(bytes(bip143.privateKey), digest))).toBe(bip143.signature)
    expect(hex(segwitKind.script(bytes(bip143.publicKey)))).toBe(bip143.spent[1]?.script)
  })
})
