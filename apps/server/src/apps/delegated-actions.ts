import { createPublicKey } from 'node:crypto'
import { ApiError, type PrivateSettings } from '@sallyport/contract'

/**
 * Refuses settings of delegated actions by which no request could be authorized.
 *
 * @throws ApiError `invalid_data` that names the setting.
 */
export function checkDelegatedActions({
  authorization_keys: keys,
  threshold,
}: NonNullable<PrivateSettings['delegated_actions']>): void {
  const points = keys.map(readPoint)
  if (points.includes(undefined))
    throw invalid('authorization_keys must be P-256 public keys: SPKI in base64')
  if (new Set(points).size !== points.length)
    throw invalid('authorization_keys must be different keys')
  if (threshold > points.length) throw invalid('threshold must not exceed the number of keys')
}

/** The x coordinate of a P-256 key, which names it however the key is written. */
function readPoint(spki: string): string | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
      ? key.export({ format: 'jwk' }).x
      : undefined
  } catch {
    return undefined // Not a key.
  }
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_data', { message: `delegated_actions.${message}` })
}
