import { createHash, createPublicKey, verify } from 'node:crypto'
import { recoverMessage } from '@sallyport/contract'
import { fromBase64url } from '@sallyport/crypto'
import { CallRefused } from '@sallyport/keyholder'
import type { VaultInput } from '@sallyport/protocols/vault'

/**
 * Passes when the key of the device that recovers signed this request: for this token and this recipient. So a request
 * cannot be answered to another key, nor with another token, and the device's later generation has the same key.
 *
 * @throws CallRefused `invalid_request`.
 */
export function proveDevice(input: VaultInput<'releaseRecoveryKey'>): void {
  const message = recoverMessage({
    ...input,
    accessTokenHash: createHash('sha256').update(input.accessToken).digest('base64url'),
    ephemeralPublicKey: input.recipientPublicKey,
  })
  if (!isSigned(message, input)) {
    throw new CallRefused('invalid_request', new Error('The device has not signed the request'))
  }
}

function isSigned(
  message: string,
  { devicePublicKey, deviceSignature }: { devicePublicKey: string; deviceSignature: string },
): boolean {
  try {
    const der = Buffer.from(fromBase64url(devicePublicKey))
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    const signature = fromBase64url(deviceSignature)
    return (
      key.asymmetricKeyType === 'ec' &&
      key.asymmetricKeyDetails?.namedCurve === 'prime256v1' &&
      signature.length === 64 &&
      verify('sha256', Buffer.from(message), { key, dsaEncoding: 'ieee-p1363' }, signature)
    )
  } catch {
    return false // Not a key at all: refused like a wrong one.
  }
}
