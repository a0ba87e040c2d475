import { isCustodyText } from '@sallyport/contract'
import { invalidArguments } from '../frame-error.js'

/**
 * Refuses to sign a custody text for a page: with such a signature the page could add a device or an address to the
 * wallet.
 *
 * @throws FrameError `invalid_request_arguments`.
 */
export function refuseCustodyText(message: Uint8Array): void {
  // Bytes that are not UTF-8 become replacement characters: the beginning, which decides, stays as it is.
  if (isCustodyText(new TextDecoder().decode(message))) {
    throw invalidArguments('This message is reserved for the wallet itself')
  }
}
