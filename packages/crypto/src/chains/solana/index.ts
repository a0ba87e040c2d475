import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { ChainCrypto } from '../chain-crypto.js'
import { checkDerivation } from '../wallet-index.js'
import { addressFromPrivateKey, signMessage, verify } from './signature.js'
import { deriveEd25519 } from './slip10.js'

export { SigningError } from '../signing-error.js'
export { readPrivateKey, writePrivateKey } from './private-key-text.js'
export {
  addressFromPrivateKey,
  isUsablePublicKey,
  publicKeyOf,
  type SolanaSignature,
  signMessage,
  verify,
} from './signature.js'
export { deriveEd25519 } from './slip10.js'
export { tokenAccountOf } from './token-account.js'

/** Solana: `m/44'/501'/{index}'/0'` (SLIP-10), base58 addresses, proofs by Ed25519 over UTF-8 (64 bytes). */
export const solana: ChainCrypto = {
  derivePrivateKey(seed, index) {
    checkDerivation(seed, index)
    return deriveEd25519(seed, [44, 501, index, 0])
  },
  address: (privateKey) => ({ address: addressFromPrivateKey(privateKey) }),
  signProof: (privateKey, message) => signMessage(privateKey, utf8ToBytes(message)),
  verifyProof({ address, publicKey, message, signature }) {
    // A Solana address is the public key.
    if (publicKey !== undefined && publicKey !== address) return false
    return verify({ address, message: utf8ToBytes(message), signature })
  },
}
