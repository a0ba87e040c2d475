import { base58 } from '@scure/base'

/** Bytes in base58 (Bitcoin's alphabet), as Solana writes addresses. */
export function toBase58(bytes: Uint8Array): string {
  return base58.encode(bytes)
}
