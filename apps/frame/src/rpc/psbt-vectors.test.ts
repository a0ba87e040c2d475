import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { segwitMethods, taprootMethods } from './bitcoin.js'

type Vector = { title: string; base64: string }
type Vectors = Record<'bip174' | 'bip371', { invalid: Vector[]; valid: Vector[] }>
const vectors: Vectors = JSON.parse(
  readFileSync(
    new URL('../../../../packages/crypto/vectors/bitcoin.json', import.meta.url),
    'utf8',
  ),
)
const all = (kind: 'invalid' | 'valid') =>
  [...vectors.bip174[kind], ...vectors.bip371[kind]].map(({ title, base64 }) => [title, base64])
/** Why the wallet refuses PSBTs that can be read. Of the last three BIP-174 says that a signer must fail. */
const notSigned = new Map([
  [
    'PSBT with one P2PKH input and one P2SH-P2WPKH input. First input is signed and finalized. Outputs are empty',
    'An input does not say what it spends',
  ],
  ['PSBT with unknown types in the inputs.', 'An input does not say what it spends'],
  ['PSBT with global unsigned tx that has 0 inputs and 0 outputs', 'It moves nothing'],
  ['PSBT with 0 inputs', 'It moves nothing'],
  [
    'redeemScript with non-witness UTXO does not match the scriptPubKey',
    'Not a PSBT that can be read',
  ],
  ['redeemScript with witness UTXO does not match the scriptPubKey', 'Not a PSBT that can be read'],
  [
    'witnessScript with witness UTXO does not match the redeemScript',
    'Not a PSBT that can be read',
  ],
])
/** Reads the PSBT as the frame does before it asks for a share or for a confirmation. */
const read = (psbt: string | undefined) => {
  segwitMethods.signTransaction?.({ psbt })
  taprootMethods.signTransaction?.({ psbt })
}

describe('official vectors of PSBTs (BIP-174, BIP-371)', () => {
  test.each(all('invalid'))('error: refuses before a key is asked for: %s', (_, base64) => {
    expect(() => read(base64)).toThrow(
      expect.objectContaining({ type: 'invalid_request_arguments' }),
    )
  })

  test.each(all('valid'))('reads, or refuses for a known reason: %s', (title, base64) => {
    const reason = notSigned.get(title ?? '')
    if (reason === undefined) read(base64)
    else expect(() => read(base64)).toThrow(reason)
  })

  test('the reasons are of vectors that exist', () => {
    const titles = all('valid').map(([title]) => title)
    expect([...notSigned.keys()].filter((title) => !titles.includes(title))).toEqual([])
  })
})
