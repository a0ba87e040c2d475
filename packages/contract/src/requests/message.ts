import type { EmbeddedChain } from '../chains.js'
import { readableText, toHex } from './bytes.js'
import { inertText } from './inert-text.js'
import { readLogin } from './login-message.js'
import type { Subject } from './reading.js'

/** What a message to sign says: text when its bytes are text, else the bytes. */
export function readMessage(
  chain: EmbeddedChain,
  bytes: Uint8Array,
): Extract<Subject, { kind: 'message' | 'bytes' }> {
  const text = readableText(bytes)
  return text === null
    ? { kind: 'bytes', chain, hex: inertText(toHex(bytes)), length: bytes.length }
    : { kind: 'message', chain, text: inertText(text), login: readLogin(text) }
}
