import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { bech32, bech32m } from '@scure/base'
import { hash160, taprootTweakPrivKey, taprootTweakPubkey } from '@scure/btc-signer/utils.js'
import { type Bytes, concat } from '../../bytes.js'
import { wipe } from '../../wipe.js'
import { SigningError } from '../signing-error.js'

/** SIGHASH_ALL: the signature covers every input and output. */
export const sighashAll = 1
const noTree = new Uint8Array()

/** The two kinds of single-key output that wallets of the kit have: BIP-84 and BIP-86. */
export interface BitcoinKind {
  /** First hardened step of the path. */
  purpose: 84 | 86
  /** What inputs of the wallet are locked with. `publicKey`: 33 bytes. */
  script(publicKey: Uint8Array): Bytes
  /** The mainnet address of that script. */
  address(script: Uint8Array): string
  /** The key as linked accounts and PSBTs name it, in hex: 33 bytes, or the 32 of the internal key (BIP-371). */
  publicKeyText(publicKey: Uint8Array): string
  /** The script of a key so named; undefined when it names no key. */
  scriptOfText(publicKeyText: string): Bytes | undefined
  /** The signature of a digest, as a witness holds it; it is verified before it is given out. */
  sign(privateKey: Uint8Array, digest: Uint8Array): Bytes
  /** Whether a witness's signature is over `digest` by the key of `script`, and covers the whole transaction. */
  verify(proof: {
    script: Uint8Array
    publicKeyText: string
    digest: Uint8Array
    signature: Uint8Array
  }): boolean
}

/** The 33-byte public key of a private key. */
export function publicKeyOf(privateKey: Uint8Array): Bytes {
  return Uint8Array.from(secp256k1.getPublicKey(privateKey))
}

/** P2WPKH: ECDSA, version 0 (BIP-141, BIP-143). */
export const segwitKind: BitcoinKind = {
  purpose: 84,
  script: (publicKey) => concat(Uint8Array.of(0, 20), hash160(publicKey)),
  address: (script) => bech32.encode('bc', [0, ...bech32.toWords(script.subarray(2))]),
  publicKeyText: (publicKey) => bytesToHex(publicKey),
  scriptOfText(text) {
    const key = keyOfHex(text, /^0[23][0-9a-f]{64}$/)
    return key && secp256k1.utils.isValidPublicKey(key, true) ? segwitKind.script(key) : undefined
  },
  sign(privateKey, digest) {
    const signature = secp256k1.sign(digest, privateKey, { prehash: false, format: 'der' })
    const publicKey = secp256k1.getPublicKey(privateKey)
    if (!secp256k1.verify(signature, digest, publicKey, { prehash: false, format: 'der' }))
      throw new SigningError('The signature did not verify')
    return concat(signature, Uint8Array.of(sighashAll))
  },
  verify({ publicKeyText, digest, signature }) {
    const key = keyOfHex(publicKeyText, /^0[23][0-9a-f]{64}$/)
    if (!key || signature.at(-1) !== sighashAll) return false
    const der = signature.subarray(0, -1)
    return secp256k1.verify(der, digest, key, { prehash: false, format: 'der' })
  },
}

/** P2TR spent by its key, without scripts: Schnorr under the tweaked key (BIP-86, BIP-341). */
export const taprootKind: BitcoinKind = {
  purpose: 86,
  script: (publicKey) => taprootScript(publicKey.subarray(1)),
  address: (script) => bech32m.encode('bc', [1, ...bech32m.toWords(script.subarray(2))]),
  publicKeyText: (publicKey) => bytesToHex(publicKey.subarray(1)),
  scriptOfText(text) {
    const key = keyOfHex(text, /^[0-9a-f]{64}$/)
    try {
      return key && taprootScript(key)
    } catch {
      // Not the x of a point.
      return undefined
    }
  },
  sign(privateKey, digest) {
    const tweaked = taprootTweakPrivKey(privateKey, noTree)
    try {
      // 64 bytes are SIGHASH_DEFAULT: all of the transaction.
      const signature = schnorr.sign(digest, tweaked)
      if (!schnorr.verify(signature, digest, schnorr.getPublicKey(tweaked)))
        throw new SigningError('The signature did not verify')
      return Uint8Array.from(signature)
    } finally {
      wipe(tweaked)
    }
  },
  verify({ script, digest, signature }) {
    return signature.length === 64 && schnorr.verify(signature, digest, script.subarray(2))
  },
}

function taprootScript(internalKey: Uint8Array): Bytes {
  const [outputKey] = taprootTweakPubkey(internalKey, noTree)
  return concat(Uint8Array.of(0x51, 32), outputKey)
}

function keyOfHex(text: string, form: RegExp): Bytes | undefined {
  if (!form.test(text)) return undefined
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
