import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** An app's authorization key. */
export interface AppKey {
  privateKey: KeyObject
  spki: string
}

/** Makes an app's authorization key. */
export function newKey(): AppKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  return { privateKey, spki: publicKey.export({ format: 'der', type: 'spki' }).toString('base64') }
}

/** Signs a payload as the back-end clients do (wire.md 25): base64 of DER over its RFC 8785 form. */
export function signPayload(payload: object, { privateKey }: { privateKey: KeyObject }): string {
  const text = JSON.stringify(sortMembers(payload))
  return sign('sha256', Buffer.from(text), privateKey).toString('base64')
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers)
  if (typeof value !== 'object' || value === null) return value
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(sorted.map(([name, member]) => [name, sortMembers(member)]))
}
