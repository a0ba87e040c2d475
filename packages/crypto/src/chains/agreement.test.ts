import {
  createECDH,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  randomBytes,
} from 'node:crypto'
import { address as bitcoinAddress } from 'bitcoinjs-lib'
import { describe, expect, test } from 'vitest'
import { type ChainName, loadChain } from './index.js'

/*
 * A second implementation of every chain's path and address. It shares no code with the first: curves, HMAC and hashes are OpenSSL's,
 * Bech32 is bitcoinjs-lib's, Keccak, base58 and the arithmetic are written out here.
 */

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const hardened = 0x80000000
const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest()
const hmac = (key: string | Uint8Array, data: Uint8Array) =>
  createHmac('sha512', key).update(data).digest()
const numberOf = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
const bytesOf = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
const index32 = (index: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(index)
  return bytes
}

function publicKey(privateKey: Uint8Array, form: 'compressed' | 'uncompressed'): Buffer {
  const curve = createECDH('secp256k1')
  curve.setPrivateKey(privateKey)
  return curve.getPublicKey(null, form)
}

/** BIP-32, private keys only. */
function bip32(seed: Uint8Array, path: readonly number[]): Buffer {
  let node = hmac('Bitcoin seed', seed)
  for (const index of path) {
    const key = node.subarray(0, 32)
    const data =
      index >= hardened ? Buffer.concat([Buffer.alloc(1), key]) : publicKey(key, 'compressed')
    const child = hmac(node.subarray(32), Buffer.concat([data, index32(index)]))
    const sum = (numberOf(child.subarray(0, 32)) + numberOf(key)) % order
    node = Buffer.concat([bytesOf(sum), child.subarray(32)])
  }
  return node.subarray(0, 32)
}

/** SLIP-10 for Ed25519: every step is hardened. */
function slip10(seed: Uint8Array, path: readonly number[]): Buffer {
  let node = hmac('ed25519 seed', seed)
  for (const index of path) {
    const data = Buffer.concat([Buffer.alloc(1), node.subarray(0, 32), index32(hardened + index)])
    node = hmac(node.subarray(32), data)
  }
  return node.subarray(0, 32)
}

function base58(bytes: Uint8Array): string {
  const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let text = ''
  for (let value = numberOf(bytes); value > 0n; value /= 58n) {
    text = `${digits[Number(value % 58n)]}${text}`
  }
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(Math.max(zeros, 0)) + text
}

/** Keccak-256 (the padding of Ethereum) of less than one block. */
function keccak256(data: Uint8Array): Buffer {
  const block = Buffer.alloc(200)
  block.set(data)
  block[data.length] = 1
  block[135] = 0x80
  let state = Array.from({ length: 25 }, (_, i) => block.readBigUInt64LE(8 * i))
  const mask = (1n << 64n) - 1n
  const rotate = (value: bigint, by: bigint) => ((value << by) | (value >> (64n - by))) & mask
  const at = (x: number, y: number) => state[(x % 5) + 5 * (y % 5)] ?? 0n
  let register = 1
  for (let round = 0; round < 24; round += 1) {
    const columns = [0, 1, 2, 3, 4].map((x) =>
      [0, 1, 2, 3, 4].reduce((sum, y) => sum ^ at(x, y), 0n),
    )
    const column = (x: number) => columns[(x + 5) % 5] ?? 0n
    state = state.map((lane, i) => lane ^ column((i % 5) - 1) ^ rotate(column((i % 5) + 1), 1n))
    const moved = [...state]
    let [x, y] = [1, 0]
    for (let step = 0n; step < 24n; step += 1n) {
      const lane = at(x, y)
      const next = [y, (2 * x + 3 * y) % 5] as const
      moved[next[0] + 5 * next[1]] = rotate(lane, (((step + 1n) * (step + 2n)) / 2n) % 64n)
      ;[x, y] = next
    }
    state = moved
    state = state.map((lane, i) => {
      const row = Math.floor(i / 5)
      return lane ^ (~at((i % 5) + 1, row) & mask & at((i % 5) + 2, row))
    })
    for (let bit = 0; bit < 7; bit += 1) {
      if (register & 1) state[0] = (state[0] ?? 0n) ^ (1n << BigInt(2 ** bit - 1))
      register = register & 0x80 ? ((register << 1) ^ 0x171) & 0xff : register << 1
    }
  }
  const out = Buffer.alloc(32)
  for (const i of [0, 1, 2, 3]) out.writeBigUInt64LE(state[i] ?? 0n, 8 * i)
  return out
}

/** The public key of the tweaked key of BIP-341, without scripts. */
function taprootKey(privateKey: Uint8Array): Buffer {
  const key = publicKey(privateKey, 'compressed')
  const even = key[0] === 2 ? numberOf(privateKey) : order - numberOf(privateKey)
  const tag = sha256(Buffer.from('TapTweak'))
  const tweak = numberOf(sha256(Buffer.concat([tag, tag, key.subarray(1)])))
  return publicKey(bytesOf((even + tweak) % order), 'compressed').subarray(1)
}

function ed25519Key(seed: Uint8Array): Buffer {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const key = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }))
  return key.export({ format: 'der', type: 'spki' }).subarray(-32)
}

const second = {
  ethereum(seed, index) {
    const key = bip32(seed, [hardened + 44, hardened + 60, hardened, 0, index])
    return `0x${keccak256(publicKey(key, 'uncompressed').subarray(1)).subarray(12).toString('hex')}`
  },
  solana: (seed, index) => base58(ed25519Key(slip10(seed, [44, 501, index, 0]))),
  'bitcoin-segwit'(seed, index) {
    const key = bip32(seed, [hardened + 84, hardened, hardened, 0, index])
    const hash = createHash('ripemd160')
      .update(sha256(publicKey(key, 'compressed')))
      .digest()
    return bitcoinAddress.toBech32(hash, 0, 'bc')
  },
  'bitcoin-taproot'(seed, index) {
    const key = bip32(seed, [hardened + 86, hardened, hardened, 0, index])
    return bitcoinAddress.toBech32(taprootKey(key), 1, 'bc')
  },
} as const satisfies Record<ChainName, (seed: Uint8Array, index: number) => string>

/** The long form of these tests (npm run test:deep). */
const isDeep = (process.env.SALLYPORT_TESTS ?? 'quick') !== 'quick'
const seedCount = isDeep ? 1_000 : 10
/** The first ones, and the last there is. */
const indexes = [0, 1, 2, 17, 0x7fffffff]

describe('two implementations agree', () => {
  test('the second one gives the well-known addresses', () => {
    const seed = Buffer.from(
      '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
      'hex',
    )
    expect(second.ethereum(seed, 0)).toBe('0x9858effd232b4033e47d90003d41ec34ecaeda94')
    expect(second['bitcoin-segwit'](seed, 0)).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')
    expect(second['bitcoin-taproot'](seed, 0)).toBe(
      'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    )
  })

  // The chains of a constant object are what its type says.
  test.each(Object.keys(second) as ChainName[])(
    `%s: on ${seedCount} random seeds and ${indexes.length} indexes`,
    async (name) => {
      const chain = await loadChain[name]()
      for (let count = 0; count < seedCount; count += 1) {
        const seed = randomBytes(64)
        for (const index of indexes) {
          const { address } = chain.address(chain.derivePrivateKey(seed, index))
          const ours = name === 'ethereum' ? address.toLowerCase() : address
          expect(ours, `seed ${seed.toString('hex')}, index ${index}`).toBe(
            second[name](seed, index),
          )
        }
      }
    },
    300_000,
  )
})
