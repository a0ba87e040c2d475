import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Owner } from './owner.js'

/** What a receipt is given for: one generation, and the hashes of its shares as they were stored. */
export interface ReceiptFacts {
  owner: Owner
  walletId: string
  generationId: string
  hashes: { device: Uint8Array; auth: Uint8Array; recovery: Uint8Array }
}

/** The proof that these shares were stored: HMAC-SHA256 over ids and hashes (custody design 2.6), as base64url. */
export function makeReceipt(facts: ReceiptFacts, key: Uint8Array): string {
  return receiptBytes(facts, key).toString('base64url')
}

/** Whether `receipt` is the one given for these shares. */
export function isReceipt(
  receipt: string,
  given: { facts: ReceiptFacts; key: Uint8Array },
): boolean {
  const expected = receiptBytes(given.facts, given.key)
  const actual = Buffer.from(receipt, 'base64url')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

function receiptBytes({ owner, walletId, generationId, hashes }: ReceiptFacts, key: Uint8Array) {
  const parts = [
    'sallyport receipt v1',
    owner.appId,
    owner.userId,
    walletId,
    generationId,
    ...[hashes.device, hashes.auth, hashes.recovery].map((hash) =>
      Buffer.from(hash).toString('hex'),
    ),
  ]
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest()
}
