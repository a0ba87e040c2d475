import type { ChainCrypto } from '../chain-crypto.js'
import { fromHex } from '../hex.js'
import { addressFromPublicKey, checksumAddress, publicKeyOf } from './address.js'
import { derivePrivateKey } from './derive.js'
import { hashMessage, signMessage } from './message.js'
import { recoverAddress } from './signature.js'

export { fromHex, type Hex, toHex } from '../hex.js'
export { SigningError } from '../signing-error.js'
export { addressFromPrivateKey, addressFromPublicKey, checksumAddress } from './address.js'
export {
  type EthereumAuthorization,
  hashAuthorization,
  signAuthorization,
} from './authorization.js'
export { derivePrivateKey } from './derive.js'
export { hashMessage, signMessage } from './message.js'
export { readPrivateKey, writePrivateKey } from './private-key-text.js'
export { encodeRlp, integerBytes, type RlpInput } from './rlp.js'
export {
  type EcdsaSignature,
  recoverAddress,
  type SigningKey,
  signDigest,
  signHash,
} from './signature.js'
export {
  type AccessList,
  type EthereumTransaction,
  hashUnsignedTransaction,
  type SignedAuthorization,
  signTransaction,
} from './transaction.js'
export { TransactionError } from './transaction-fields.js'
export { hashTypedData, signTypedData, type TypedData } from './typed-data.js'
export { checkTypedDataLimits, typedDataLimits } from './typed-data-limits.js'
export {
  TypedDataError,
  type TypedDataErrorCode,
  type TypedDataField,
  type TypedDataTypes,
} from './typed-data-types.js'
export {
  hashUserOperation06,
  hashUserOperation07,
  hashUserOperation08,
  type UserOperation06,
  type UserOperation07,
} from './user-operation.js'

/** Ethereum: `m/44'/60'/0'/0/{index}`, EIP-55 addresses, proofs by EIP-191 (65 bytes). */
export const ethereum: ChainCrypto = {
  derivePrivateKey,
  address: (privateKey, publicKeyBytes = publicKeyOf(privateKey)) => ({
    address: addressFromPublicKey(publicKeyBytes),
    publicKeyBytes,
  }),
  signProof: (privateKey, message) => fromHex(signMessage(privateKey, message)),
  verifyProof({ address, publicKey, message, signature }) {
    // An Ethereum account is its address; a key beside it is nothing this proof is over.
    if (publicKey !== undefined) return false
    try {
      return recoverAddress(hashMessage(message), signature) === checksumAddress(address)
    } catch {
      // Not an address or not a signature: no proof.
      return false
    }
  },
}
