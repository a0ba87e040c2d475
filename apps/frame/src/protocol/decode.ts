import { frameRequest } from '@sallyport/contract'
import { isSmallPlainData, maxRequestSize } from './plain-data.js'

/** What a message is: not ours, ours but beyond the limits, or a request still to be looked up. */
type Decoded =
  | { kind: 'ignored' }
  | { kind: 'refused'; id: string; event: string }
  | { kind: 'request'; id: string; event: string; data: unknown }

/** Reads an envelope, given as an object or a JSON string (wire reference §20.2). */
export function decodeMessage(message: unknown): Decoded {
  const envelope = frameRequest.safeParse(
    typeof message === 'string' ? parseJson(message) : message,
  )
  if (!envelope.success) return { kind: 'ignored' }
  const { id, event, data = {} } = envelope.data
  if (!isSmallPlainData(data)) return { kind: 'refused', id, event }
  return { kind: 'request', id, event, data }
}

function parseJson(text: string): unknown {
  // Somewhat too long is parsed to be refused by id; far too long is not even read.
  if (text.length > 4 * maxRequestSize) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: some other program's message.
    return undefined
  }
}
