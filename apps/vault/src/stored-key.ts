import { decodeRootCommitment, type RootCommitment, rootCommitmentBytes } from '@sallyport/contract'

/** Length of a recovery key. */
export const recoveryKeyBytes = 32
/** Length of the hash that follows it where the user owns the recovery. */
const proofHashBytes = 32

/** The parts of what is stored of a recovery key; views, wiped with it. */
export interface StoredKeyParts {
  key: Uint8Array
  /** SHA-256 of the proof without which it is not released; empty where none is needed. */
  proofHash: Uint8Array
  /** Undefined of keys from before roots had commitments. */
  root: RootCommitment | undefined
  /** As it follows the key in an answer; empty likewise. */
  commitment: Uint8Array
}

/** Reads what is stored of a recovery key, or is to be; undefined when it is nothing of the kind. */
export function readStoredKey(stored: Uint8Array): StoredKeyParts | undefined {
  const key = stored.subarray(0, recoveryKeyBytes)
  const rest = stored.length - recoveryKeyBytes
  const hasProof = rest >= proofHashBytes
  const proofHash = stored.subarray(
    recoveryKeyBytes,
    hasProof ? recoveryKeyBytes + proofHashBytes : recoveryKeyBytes,
  )
  const commitment = stored.subarray(recoveryKeyBytes + proofHash.length)
  if (rest === 0 || rest === proofHashBytes) return { key, proofHash, root: undefined, commitment }
  const root = commitment.length === rootCommitmentBytes && decodeRootCommitment(commitment)
  return root ? { key, proofHash, root, commitment } : undefined
}
