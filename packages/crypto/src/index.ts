export { toBase58 } from './base58.js'
export { fromBase64url, toBase64url } from './base64url.js'
export type { Bytes } from './bytes.js'
export { type ChainCrypto, type ChainName, type ChainProof, loadChain } from './chains/index.js'
export { combineDelegatedKey, splitDelegatedKey } from './delegated-key.js'
export { deriveKey, type KeyDerivation } from './derive-key.js'
export { newEntropy } from './entropy.js'
export { seedFromEntropy, wordsFromEntropy } from './mnemonic.js'
export { entropyFromWords } from './phrase.js'
export { RandomError, randomBytes } from './random.js'
export { createRecordCipher, type RecordCipher, type RecordPlace } from './record-cipher.js'
export {
  decryptRecord,
  encryptRecord,
  RecordError,
  type RecordKey,
  recordKeyId,
} from './records.js'
export {
  createSealReceiver,
  createSealSender,
  deriveSealKeyPair,
  generateSealKeyPair,
  openSealed,
  type SealBinding,
  SealError,
  type SealedBytes,
  type SealKeyPair,
  type SealPrimitives,
  type SealReceiver,
  type SealRecipient,
  type SealSender,
  sealTo,
} from './seal.js'
export { ShareError, type ShareErrorCode } from './share-error.js'
export {
  combineSecret,
  combineShares,
  hashShare,
  readShareHeader,
  type SecretKind,
  type ShareHeader,
  type ShareRole,
  type ShareScope,
  splitRoot,
  splitSecret,
  type WalletSecret,
} from './shares.js'
export type { RandomSource, WebCryptoLike } from './web-crypto.js'
export { wipe } from './wipe.js'
