import { readMessage, readSolana } from '@sallyport/contract/requests'
import { base64ToBytes } from '../base64.js'
import { invalidArguments } from '../frame-error.js'
import type { Reading } from './reading.js'

/**
 * What the frame's one Solana method would sign: a transaction whenever the bytes are one, else a message. The frame asks no
 * node, so a transaction whose look-up tables hide where value or control goes is refused (T-37).
 *
 * @throws FrameError `invalid_request_arguments`
 */
export const solanaReaders: Readonly<Record<string, (params: { message: string }) => Reading>> = {
  signMessage({ message }) {
    const bytes = base64ToBytes(message)
    const transaction = readSolana(bytes)
    if (transaction?.hidesAccounts) {
      throw invalidArguments(
        'The transaction takes a recipient from a look-up table, so it cannot be shown. Name it in the transaction itself',
      )
    }
    return { subject: transaction ?? readMessage('solana', bytes), wallet: null }
  },
}
