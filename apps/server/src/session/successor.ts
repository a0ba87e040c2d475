import { hkdfSync } from 'node:crypto'
import { openAes, sealAes } from '../ports/aes.js'

/*
 * The successor of a refresh token is stored encrypted under a key that only the token itself gives: a client that lost the
 * answer can get it again, and the database alone yields nothing (security design 3.3). One key encrypts one value, so
 * a fixed nonce is safe.
 */
const nonce = new Uint8Array(12)
const context = 'sallyport/refresh-successor/v1'

/** `next`, readable only with `token`. */
export function sealSuccessor(token: string, next: string): Uint8Array {
  return sealAes({ key: keyOf(token), nonce, context }, Buffer.from(next))
}

/** The successor sealed for `token`. @throws Error when it is not. */
export function openSuccessor(token: string, sealed: Uint8Array): string {
  return Buffer.from(openAes({ key: keyOf(token), nonce, context }, sealed)).toString()
}

function keyOf(token: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', token, '', context, 32))
}
