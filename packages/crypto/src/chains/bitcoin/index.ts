import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { ChainCrypto } from '../chain-crypto.js'
import { deriveSecp256k1, hardened } from '../derive-secp256k1.js'
import { checkDerivation } from '../wallet-index.js'
import { type BitcoinKind, publicKeyOf, segwitKind, taprootKind } from './kinds.js'
import { signMessage, verifyMessage } from './message.js'

export { sha256 } from '@noble/hashes/sha2.js'
export { SigningError } from '../signing-error.js'
export { type BitcoinKind, segwitKind, taprootKind } from './kinds.js'
export { hashMessage, signMessage, verifyMessage } from './message.js'
export { writePrivateKey } from './private-key-text.js'
export {
  PsbtError,
  type PsbtFacts,
  type ReadPsbt,
  readPsbt,
  signPsbt,
  transactionId,
} from './psbt.js'

/** bitcoin-segwit: `m/84'/0'/0'/0/{index}` (BIP-84), P2WPKH, proofs by BIP-322. */
export const segwit = chainOf(segwitKind)
/** bitcoin-taproot: `m/86'/0'/0'/0/{index}` (BIP-86), P2TR without scripts, proofs by BIP-322. */
export const taproot = chainOf(taprootKind)

/** Keys and addresses are those of the main network; other networks spell the same script in another way. */
function chainOf(kind: BitcoinKind): ChainCrypto {
  const addressOf = (publicKey: Uint8Array) => kind.address(kind.script(publicKey))
  return {
    derivePrivateKey(seed, index) {
      checkDerivation(seed, index)
      return deriveSecp256k1(seed, [hardened + kind.purpose, hardened, hardened, 0, index])
    },
    address(privateKey) {
      const publicKey = publicKeyOf(privateKey)
      return { address: addressOf(publicKey), publicKeyText: kind.publicKeyText(publicKey) }
    },
    signProof: (privateKey, message) => signMessage(kind, privateKey, utf8ToBytes(message)),
    verifyProof({ address, publicKey, message, signature }) {
      // The address is a hash of the key, or the key after a change: the proof must name the one it was made from.
      const script = publicKey === undefined ? undefined : kind.scriptOfText(publicKey)
      if (publicKey === undefined || !script || kind.address(script) !== address) return false
      return verifyMessage(kind, {
        publicKeyText: publicKey,
        message: utf8ToBytes(message),
        signature,
      })
    },
  }
}
