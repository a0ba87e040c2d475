import type { IncomingMessage } from 'node:http'

/**
 * The whole body of a request as text.
 *
 * @throws RangeError when it is longer than `maxBytes`.
 */
export async function readText(request: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    length += bytes.length
    if (length > maxBytes) throw new RangeError('the body is too long')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}
