import { base58 } from '@scure/base'
import type { Bytes } from './bytes.js'

/** Bytes in base58 (Bitcoin's alphabet), as Solana writes addresses. */
export function toBase58(bytes: Uint8Array): string {
  return base58.encode(bytes)
}

/** The bytes base58 text stands for. @throws Error for other text, which may repeat a part of it. */
export function fromBase58(text: string): Bytes {
  return Uint8Array.from(base58.decode(text))
}
