import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { KeyRing } from '../ports/key-encryption.js'

/** An event as the chain covers it. */
export interface ChainedEvent {
  id: number
  app_id: string
  user_id: string | null
  session_id: string | null
  kind: string
  at: number
  data: object
}

/** Where an event stands in the chain of its app. */
export interface Link {
  seq: number
  /** SHA-256 over the event, its place and the hash before it. */
  hash: Buffer
  mac: Buffer
}

/** The hash before the first event. */
const start: Pick<Link, 'seq' | 'hash'> = { seq: 0, hash: Buffer.alloc(32) }

/** The keys of the chain's MACs, the newest first; they are not in the database. */
export function auditKeys(keyEncryption: Pick<KeyRing, 'deriveEach'>): readonly Uint8Array[] {
  return keyEncryption.deriveEach('audit-chain')
}

/** The key that new places of the chain get their MAC under. */
export function newestAuditKey(keyEncryption: Pick<KeyRing, 'derive'>): Uint8Array {
  return keyEncryption.derive('audit-chain')
}

/** The next link of a chain; `before` is undefined for the first one of an app. */
export function linkEvent(
  event: ChainedEvent,
  { before, key }: { before: Pick<Link, 'seq' | 'hash'> | undefined; key: Uint8Array },
): Link {
  const { seq, hash: hashBefore } = before ?? start
  const { id, app_id, user_id, session_id, kind, at, data } = event
  const fields = [seq + 1, id, app_id, user_id, session_id, kind, at, inFixedOrder(data)]
  const hash = createHash('sha256').update(hashBefore).update(JSON.stringify(fields)).digest()
  return { seq: seq + 1, hash, mac: macOf(hash, key) }
}

/** Whether `stored` is the link that its event makes. Its MAC is another question: `isAuthentic`. */
export function isSameLink(stored: Link, expected: Link): boolean {
  return stored.seq === expected.seq && isEqual(stored.hash, expected.hash)
}

/** Whether a server with the key wrote the link. */
export function isAuthentic({ hash, mac }: Link, key: Uint8Array): boolean {
  return isEqual(mac, macOf(hash, key))
}

function macOf(hash: Buffer, key: Uint8Array): Buffer {
  return createHmac('sha256', key).update(hash).digest()
}

function isEqual(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

/** The fields of an event's data by name: the database keeps them in an order of its own. */
function inFixedOrder(data: object): [string, unknown][] {
  return Object.entries(data).sort(([one], [other]) => (one < other ? -1 : 1))
}
