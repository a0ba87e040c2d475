import { isCustodyText } from '@sallyport/contract'
import { invalidArguments } from '../frame-error.js'

/**
 * Refuses to sign for a page what only the frame says: with such a signature a page could vouch for a device or an
 * address in the wallet's name.
 *
 * @throws FrameError `invalid_request_arguments`.
 */
export function refuseCustodyText(message: Uint8Array): void {
  // Bytes that are not UTF-8 become replacement characters: the beginning, which decides, stays as it is.
  if (isCustodyText(new TextDecoder().decode(message))) {
    throw invalidArguments('This message is reserved for the wallet itself')
  }
}
