/** Bytes as JSON parameters of a statement carry them: `decode(…, 'hex')` reads it. */
export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
