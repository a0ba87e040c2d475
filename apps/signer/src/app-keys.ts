import type { RecordCipher, RecordPlace } from '@sallyport/crypto'
import {
  type TokenKeyStatement,
  tokenKeyStatement,
  type VaultInput,
  type VaultOutput,
} from '@sallyport/protocols/vault'
import { compactVerify, importSPKI } from 'jose'
import { type Kysely, sql } from 'kysely'
import type { Clock } from './clock.js'
import { VaultError } from './vault-error.js'

/** The token keys and issuer that are pinned for an app. */
export interface PinnedKey {
  issuer: string
  /** SPKI PEM of ES256 keys: the newest first, then earlier ones whose tokens still live. */
  verificationKeys: readonly [string, ...string[]]
}

/** A token key before the newest, while its tokens live. */
interface EarlierKey {
  verificationKey: string
  notAfterMs: number
}

/** What is stored of an app: public, and sealed, so that a row that another than the vault wrote pins nothing (T-29). */
interface Pin {
  issuer: string
  /** SPKI PEM of the newest key. */
  verificationKey: string
  earlier: readonly EarlierKey[]
}

/** Both programs keep pins, each in a schema of its own. */
type PinDatabase = Kysely<{ app_key: { app_id: string; record: Buffer } }>

interface PinDeps {
  db: PinDatabase
  cipher: RecordCipher
  clock: Clock
}

/** How long an earlier key's tokens are accepted: the API begins to sign with a new key within a day, and tokens live an hour. */
const earlierKeyMs = 25 * 3_600_000

/**
 * Pins an app's token key at its first use; a key that is pinned already is accepted again.
 *
 * @throws VaultError `invalid_request` when it is not an ES256 key, `key_mismatch` when others are pinned.
 */
export async function pinAppKey(
  { appId, issuer, verificationKey }: VaultInput<'pinAppKey'>,
  deps: PinDeps,
): Promise<VaultOutput<'pinAppKey'>> {
  const pinned = (await findPinnedKey(appId, deps)) ?? (await pin())
  if (
    pinned?.issuer !== issuer || // public values: no constant time needed
    !pinned.verificationKeys.includes(verificationKey)
  ) {
    throw new VaultError('key_mismatch')
  }
  return {}

  async function pin() {
    await importKey(verificationKey)
    const record = await seal(appId, { issuer, verificationKey, earlier: [] }, deps.cipher)
    await deps.db
      .insertInto('app_key')
      .values({ app_id: appId, record })
      .onConflict((conflict) => conflict.column('app_id').doNothing())
      .execute()
    return findPinnedKey(appId, deps)
  }
}

/**
 * The keys pinned for an app, or undefined when none were pinned.
 *
 * @throws RowRefused when the vault did not write the row.
 */
export async function findPinnedKey(appId: string, deps: PinDeps): Promise<PinnedKey | undefined> {
  const stored = await readPin(appId, deps)
  if (!stored) return undefined
  const { issuer, verificationKey } = stored.pin
  const earlier = stored.pin.earlier.filter(({ notAfterMs }) => notAfterMs > deps.clock.nowMs())
  return {
    issuer,
    verificationKeys: [verificationKey, ...earlier.map((key) => key.verificationKey)],
  }
}

/**
 * Replaces an app's newest token key, or revokes earlier ones, by a statement that the newest pinned key has signed: a
 * process that reaches the socket without that key cannot make its own tokens valid (T-11).
 *
 * @throws VaultError `invalid_request` when the statement does not have the form, `key_mismatch` when another key signed
 *   it, nothing is pinned, or the keys changed meanwhile.
 */
export async function changeAppKey(
  { appId, statement }: VaultInput<'changeAppKey'>,
  deps: PinDeps,
): Promise<VaultOutput<'changeAppKey'>> {
  const stored = await readPin(appId, deps)
  if (!stored) throw new VaultError('key_mismatch')
  const { pin, record } = stored
  const said = await readStatement(statement, pin.verificationKey)
  if (said.appId !== appId || said.issuer !== pin.issuer) throw new VaultError('key_mismatch')
  const { issuer, verificationKey } = said
  await importKey(verificationKey)
  const earlier = nextEarlierKeys(pin, said, deps.clock.nowMs())
  const changed = await deps.db
    .updateTable('app_key')
    .set({ record: await seal(appId, { issuer, verificationKey, earlier }, deps.cipher) })
    .where('app_id', '=', appId)
    .where('record', '=', record)
    .returning('app_id')
    .execute()
  if (changed.length === 0) throw new VaultError('key_mismatch')
  return {}
}

function nextEarlierKeys(
  pin: Pin,
  { verificationKey, revoked }: TokenKeyStatement,
  nowMs: number,
): EarlierKey[] {
  const replaced = { verificationKey: pin.verificationKey, notAfterMs: nowMs + earlierKeyMs }
  const all = pin.verificationKey === verificationKey ? pin.earlier : [replaced, ...pin.earlier]
  return all.filter(
    (key) =>
      key.notAfterMs > nowMs &&
      key.verificationKey !== verificationKey &&
      !revoked.includes(key.verificationKey),
  )
}

async function readStatement(statement: string, signer: string): Promise<TokenKeyStatement> {
  const key = await importKey(signer)
  const { payload } = await compactVerify(statement, key, { algorithms: ['ES256'] }).catch(
    (cause: unknown) => {
      throw new VaultError('key_mismatch', cause)
    },
  )
  try {
    return tokenKeyStatement.parse(JSON.parse(new TextDecoder().decode(payload)))
  } catch (cause) {
    throw new VaultError('invalid_request', cause)
  }
}

function importKey(verificationKey: string) {
  return importSPKI(verificationKey, 'ES256').catch((cause: unknown) => {
    throw new VaultError('invalid_request', cause)
  })
}

/** Seals the pins that a version before sealed pins has stored; part of its migration. */
export async function sealStoredPins(db: Kysely<unknown>, cipher: RecordCipher): Promise<void> {
  const { rows } = await sql<{ app_id: string; issuer: string; verification_key: string }>`
    select app_id, issuer, verification_key from app_key`.execute(db)
  for (const { app_id: appId, issuer, verification_key: verificationKey } of rows) {
    const record = await seal(appId, { issuer, verificationKey, earlier: [] }, cipher)
    await sql`update app_key set record = ${record} where app_id = ${appId}`.execute(db)
  }
}

async function readPin(
  appId: string,
  { db, cipher }: PinDeps,
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
  return { pin: JSON.parse(text) as Pin, record: row.record }
}

async function seal(appId: string, pin: Pin, cipher: RecordCipher): Promise<Buffer> {
  const text = new TextEncoder().encode(JSON.stringify(pin))
  return Buffer.from(await cipher.seal(text, placeOfPin(appId)))
}

/** Where an app's pinned keys are. */
export function placeOfPin(appId: string): RecordPlace {
  return { table: 'app_key', column: 'record', row: [appId] }
}
