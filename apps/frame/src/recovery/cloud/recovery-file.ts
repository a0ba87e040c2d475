import { deriveKey, fromBase64url, toBase64url, wipe } from '@sallyport/crypto'
import { CloudError } from './cloud-error.js'

const version = 1
const secretBytes = 32

/** What is kept in a user's cloud storage: the recovery secret of one wallet, and a value that tells whether it is whole. */
interface RecoveryFile {
  v: number
  wallet_id: string
  recovery_secret: string
  kcv: string
}

/** The file for a wallet's recovery secret. */
export function writeRecoveryFile(walletId: string, secret: Uint8Array): RecoveryFile {
  return {
    v: version,
    wallet_id: walletId,
    recovery_secret: toBase64url(secret),
    kcv: checkValue(walletId, secret),
  }
}

/**
 * The recovery secret in a file. The caller wipes it.
 *
 * @throws CloudError `damaged` when it is not the whole secret of this wallet.
 */
export function readRecoveryFile(walletId: string, file: unknown): Uint8Array {
  const { v, wallet_id, recovery_secret, kcv } = Object(file) as Partial<RecoveryFile> // each field is checked
  if (v !== version || wallet_id !== walletId || typeof recovery_secret !== 'string') {
    throw new CloudError('damaged')
  }
  const secret = decode(recovery_secret)
  if (secret.length === secretBytes && checkValue(walletId, secret) === kcv) return secret
  wipe(secret)
  throw new CloudError('damaged')
}

/** Whether a file that was read back has the secret that was written. */
export function hasSecret(walletId: string, file: unknown, secret: Uint8Array): boolean {
  let read: Uint8Array | undefined
  try {
    read = readRecoveryFile(walletId, file)
    return read.every((byte, at) => byte === secret[at])
  } catch {
    return false
  } finally {
    if (read) wipe(read)
  }
}

function decode(text: string): Uint8Array {
  try {
    return fromBase64url(text)
  } catch {
    throw new CloudError('damaged')
  }
}

/** Says nothing about the secret to those who do not have it. */
function checkValue(walletId: string, secret: Uint8Array): string {
  return toBase64url(
    deriveKey({ secret, salt: walletId, info: 'recovery-file-kcv-v1' }).slice(0, 16),
  )
}
