import type { RecordCipher, RecordPlace } from '@sallyport/crypto'
import { importSPKI } from 'jose'
import { type Kysely, sql } from 'kysely'
import { CallRefused } from './call-refused.js'
import type { Clock } from './clock.js'

/** A token key before the newest, while its tokens live. */
interface EarlierKey {
  verificationKey: string
  notAfterMs: number
}

/** A token key that was announced and is not accepted yet. */
interface NextKey {
  verificationKey: string
  acceptedFromMs: number
  /** Keys that are refused from then on. */
  revoked: readonly string[]
}

/** What is stored of an app: public, and sealed, so that a row that another than the vault wrote pins nothing (T-29). */
export interface Pin {
  issuer: string
  /** SPKI PEM of the newest accepted key. */
  verificationKey: string
  earlier: readonly EarlierKey[]
  next?: NextKey | undefined
}

/** Both programs keep pins, each in a schema of its own. */
type PinDatabase = Kysely<{ app_key: { app_id: string; record: Buffer } }>

export interface PinDeps {
  db: PinDatabase
  cipher: RecordCipher
  clock: Clock
}

/** How long an earlier key's tokens are accepted: the API signs with the new key within a day of its acceptance, and tokens live an hour. */
const earlierKeyMs = 25 * 3_600_000

/** The pin at a moment: a next key whose time has come is the newest, and earlier keys whose time is over are gone. */
function settlePin({ next, ...pin }: Pin, nowMs: number): Pin {
  const isLive = ({ notAfterMs }: EarlierKey) => notAfterMs > nowMs
  if (next === undefined || next.acceptedFromMs > nowMs) {
    return { ...pin, earlier: pin.earlier.filter(isLive), next }
  }
  const { verificationKey, acceptedFromMs, revoked } = next
  const replaced = {
    verificationKey: pin.verificationKey,
    notAfterMs: acceptedFromMs + earlierKeyMs,
  }
  const earlier = [replaced, ...pin.earlier].filter(
    (key) =>
      isLive(key) &&
      key.verificationKey !== verificationKey &&
      !revoked.includes(key.verificationKey),
  )
  return { issuer: pin.issuer, verificationKey, earlier }
}

/** The pin of an app as of now, and its record, by which a change notices another one. @throws RowRefused */
export async function readPin(
  appId: string,
  { db, cipher, clock }: PinDeps,
): Promise<{ pin: Pin; record: Buffer } | undefined> {
  const row = await db
    .selectFrom('app_key')
    .select('record')
    .where('app_id', '=', appId)
    .executeTakeFirst()
  if (!row) return undefined
  const text = new TextDecoder().decode(
    await cipher.open(new Uint8Array(row.record), placeOfPin(appId)),
  )
  // The vault sealed it: it has this form.
  return { pin: settlePin(JSON.parse(text) as Pin, clock.nowMs()), record: row.record }
}

export async function sealPin(appId: string, pin: Pin, cipher: RecordCipher): Promise<Buffer> {
  const text = new TextEncoder().encode(JSON.stringify(pin))
  return Buffer.from(await cipher.seal(text, placeOfPin(appId)))
}

/** Replaces the pin that was read. @throws CallRefused `key_mismatch` when it was changed meanwhile. */
export async function replacePin(
  { appId, pin, record }: { appId: string; pin: Pin; record: Buffer },
  { db, cipher }: Pick<PinDeps, 'db' | 'cipher'>,
): Promise<void> {
  const changed = await db
    .updateTable('app_key')
    .set({ record: await sealPin(appId, pin, cipher) })
    .where('app_id', '=', appId)
    .where('record', '=', record)
    .returning('app_id')
    .execute()
  if (changed.length === 0) throw new CallRefused('key_mismatch')
}

/** Where an app's pinned keys are. */
export function placeOfPin(appId: string): RecordPlace {
  return { table: 'app_key', column: 'record', row: [appId] }
}

/** Reads a public key. @throws CallRefused `invalid_request` when it is not an ES256 key. */
export function importTokenKey(verificationKey: string) {
  return importSPKI(verificationKey, 'ES256').catch((cause: unknown) => {
    throw new CallRefused('invalid_request', cause)
  })
}

/** Seals the pins that a version before sealed pins has stored; part of its migration. */
export async function sealStoredPins(db: Kysely<unknown>, cipher: RecordCipher): Promise<void> {
  const { rows } = await sql<{ app_id: string; issuer: string; verification_key: string }>`
    select app_id, issuer, verification_key from app_key`.execute(db)
  for (const { app_id: appId, issuer, verification_key: verificationKey } of rows) {
    const record = await sealPin(appId, { issuer, verificationKey, earlier: [] }, cipher)
    await sql`update app_key set record = ${record} where app_id = ${appId}`.execute(db)
  }
}
