import { ApiError } from '@sallyport/contract'
import { fromBase64url } from '@sallyport/crypto'

/**
 * The bytes of a base64url field.
 *
 * @throws ApiError `invalid_data` when it is not canonical; the value is not repeated.
 */
export function readBytes(text: string, field: string): Uint8Array {
  try {
    return fromBase64url(text)
  } catch {
    throw new ApiError('invalid_data', { message: `Invalid ${field}` })
  }
}
