import type { IncomingMessage } from 'node:http'

/**
 * Reads the body of a request as text.
 *
 * @throws RangeError when it is longer than `maxBytes`.
 */
export async function readText(request: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    length += bytes.length
    // Bytes over the limit are read and dropped: leaving the loop would close the connection before the answer.
    if (length <= maxBytes) chunks.push(bytes)
  }
  if (length > maxBytes) throw new RangeError('The body is too long')
  return Buffer.concat(chunks).toString('utf8')
}
