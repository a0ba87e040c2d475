/** Bytes as JSON parameters of a statement carry them: `decode(…, 'hex')` reads it. */
export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

/** Bytes that a statement answers within JSON, as `encode(…, 'hex')` writes them. */
export function fromHex(text: string | null): Buffer | null {
  return text === null ? null : Buffer.from(text, 'hex')
}
