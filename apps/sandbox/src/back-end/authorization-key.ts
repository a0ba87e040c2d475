import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Loads the key by which the demo's back end authorizes its requests (P-256), generating it if needed. */
export function loadOrCreateAuthorizationKey(folder: string): KeyObject {
  const path = join(folder, 'authorization.key')
  if (!existsSync(path)) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' })
    writeFileSync(path, pem, { mode: 0o600 })
  }
  return createPrivateKey(readFileSync(path, 'utf8'))
}

/** Its public half: SPKI in base64, as the app's settings take it. */
export function publicHalfOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')
}

/** An authorization signature (wire reference §25): base64 of DER over the RFC 8785 form of `payload`. */
export function authorize(payload: object, key: KeyObject): string {
  return sign('sha256', Buffer.from(JSON.stringify(sortMembers(payload))), key).toString('base64')
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers)
  if (typeof value !== 'object' || value === null) return value
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(sorted.map(([name, member]) => [name, sortMembers(member)]))
}
