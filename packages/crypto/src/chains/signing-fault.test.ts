import { beforeEach, describe, expect, test, vi } from 'vitest'
import { signTransaction } from './ethereum/index.js'
import { signDigest } from './ethereum/signature.js'
import { signMessage } from './solana/signature.js'

/* The curve library with a bit of its answer flipped, as a fault in the processor would. */
const fault = vi.hoisted(() => ({ byte: -1 }))
const flip = (signature: Uint8Array) =>
  Uint8Array.from(signature, (byte, i) => (i === fault.byte ? byte ^ 1 : byte))
vi.mock('@noble/curves/secp256k1.js', async (original) => {
  const { secp256k1 } = await original<typeof import('@noble/curves/secp256k1.js')>()
  const sign: typeof secp256k1.sign = (...input) => Uint8Array.from(flip(secp256k1.sign(...input)))
  return { secp256k1: { ...secp256k1, sign } }
})
vi.mock('@noble/curves/ed25519.js', async (original) => {
  const { ed25519 } = await original<typeof import('@noble/curves/ed25519.js')>()
  const sign: typeof ed25519.sign = (...input) => Uint8Array.from(flip(ed25519.sign(...input)))
  return { ed25519: { ...ed25519, sign } }
})

const key = new Uint8Array(32).fill(7)
const digest = new Uint8Array(32).fill(9)
const refused = expect.objectContaining({ name: 'SigningError' })
beforeEach(() => {
  fault.byte = -1
})

describe('a fault while signing', () => {
  test('without one, signatures are given out', () => {
    expect(signDigest(key, digest).r).toHaveLength(32)
    expect(signMessage(key, digest)).toHaveLength(64)
  })

  test('error: no Ethereum signature with any byte wrong is given out, the recovery byte included', () => {
    for (fault.byte = 0; fault.byte < 65; fault.byte++)
      expect(() => signDigest(key, digest), `byte ${fault.byte}`).toThrow(refused)
  })

  test('error: no transaction with a wrong signature is given out', () => {
    fault.byte = 40
    const amounts = { nonce: 0n, gasLimit: 21_000n, valueWei: 1n, gasPrice: 1n }
    expect(() =>
      signTransaction(key, { type: 0, chainId: 1n, to: null, data: '0x', ...amounts }),
    ).toThrow(refused)
  })

  test('error: no Solana signature with any byte wrong is given out', () => {
    for (fault.byte = 0; fault.byte < 64; fault.byte++)
      expect(() => signMessage(key, digest), `byte ${fault.byte}`).toThrow(refused)
  })
})
