import { readMessage, readSolana } from '@sallyport/contract/requests'
import { base64ToBytes } from '../base64.js'
import type { Reading } from './reading.js'

/** What the frame's one Solana method would sign: a transaction whenever the bytes are one, else a message. */
export const solanaReaders: Readonly<Record<string, (params: { message: string }) => Reading>> = {
  signMessage({ message }) {
    const bytes = base64ToBytes(message)
    return { subject: readSolana(bytes) ?? readMessage('solana', bytes), wallet: null }
  },
}
