import { base64urlToBytes, bytesToBase64url } from '../../base64.js'
import { derive } from '../derive.js'
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
export async function writeRecoveryFile(
  webCrypto: Crypto,
  walletId: string,
  secret: Uint8Array,
): Promise<RecoveryFile> {
  return {
    v: version,
    wallet_id: walletId,
    recovery_secret: bytesToBase64url(secret),
    kcv: await checkValue(webCrypto, walletId, secret),
  }
}

/**
 * The recovery secret in a file. The caller wipes it.
 *
 * @throws CloudError `damaged` when it is not the whole secret of this wallet.
 */
export async function readRecoveryFile(
  webCrypto: Crypto,
  walletId: string,
  file: unknown,
): Promise<Uint8Array> {
  const { v, wallet_id, recovery_secret, kcv } = Object(file) as Partial<RecoveryFile> // each field is checked
  if (v !== version || wallet_id !== walletId || typeof recovery_secret !== 'string') {
    throw new CloudError('damaged')
  }
  const secret = decode(recovery_secret)
  if (secret.length === secretBytes && (await checkValue(webCrypto, walletId, secret)) === kcv)
    return secret
  secret.fill(0)
  throw new CloudError('damaged')
}

/** Whether a file that was read back has the secret that was written. */
export async function hasSecret(
  webCrypto: Crypto,
  walletId: string,
  { file, secret }: { file: unknown; secret: Uint8Array },
): Promise<boolean> {
  let read: Uint8Array | undefined
  try {
    const found = await readRecoveryFile(webCrypto, walletId, file)
    read = found
    return found.every((byte, at) => byte === secret[at])
  } catch {
    return false
  } finally {
    read?.fill(0)
  }
}

function decode(text: string): Uint8Array {
  try {
    return base64urlToBytes(text)
  } catch {
    throw new CloudError('damaged')
  }
}

/** Says nothing about the secret to those who do not have it. */
async function checkValue(webCrypto: Crypto, salt: string, secret: Uint8Array): Promise<string> {
  const value = await derive(webCrypto, { secret, salt, info: 'recovery-file-kcv-v1' })
  return bytesToBase64url(value.subarray(0, 16))
}
