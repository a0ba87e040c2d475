import {
  fromBase64url,
  generateSealKeyPair,
  type RecordPlace,
  toBase64url,
} from '@sallyport/crypto'
import type { SignerInput, SignerOutput } from '@sallyport/protocols/signer'
import { newResourceId } from '../../rows/resource-id.js'
import { openJson, sealJson } from '../../rows/row-versions.js'
import type { SignerDeps } from '../../signer-deps.js'

/** How long a key or phrase may take to come. */
const importMs = 600_000
/** Of one account so many imports may be on their way. */
const mostKeys = 10

type Source = Pick<SignerInput<'beginImport'>, 'appId' | 'chainType' | 'address' | 'kind' | 'index'>

interface ImportKey {
  source: Source
  expiresAtMs: number
  /** Base64url. */
  privateKey: string
}

/** Where a key of an import is. */
export function placeOfImportKey(keyId: string): RecordPlace {
  return { table: 'import_key', column: 'record', row: [keyId] }
}

/** Draws the key that a private key or phrase is sealed to. */
export async function beginImport(
  source: SignerInput<'beginImport'>,
  { db, cipher, clock }: SignerDeps,
): Promise<SignerOutput<'beginImport'>> {
  const { publicKey, privateKey } = await generateSealKeyPair()
  const nowMs = clock.nowMs()
  const keyId = newResourceId()
  const key: ImportKey = {
    source,
    expiresAtMs: nowMs + importMs,
    privateKey: toBase64url(privateKey),
  }
  const record = await sealJson(key, placeOfImportKey(keyId), cipher)
  privateKey.fill(0)
  await db.deleteFrom('import_key').where('expires_at_ms', '<=', String(nowMs)).execute()
  await db
    .insertInto('import_key')
    .values({
      key_id: keyId,
      app_id: source.appId,
      expires_at_ms: String(key.expiresAtMs),
      record,
    })
    .execute()
  return { publicKey: toBase64url(publicKey) }
}

/** Keys that an import of this account may be sealed to, the newest first. Two at once both have to be able to finish (wire.md 42). */
export async function importKeysOf(
  source: Source,
  { db, cipher, clock }: Pick<SignerDeps, 'db' | 'cipher' | 'clock'>,
): Promise<{ keyId: string; privateKey: Uint8Array }[]> {
  const nowMs = clock.nowMs()
  const found = await db
    .selectFrom('import_key')
    .select(['key_id', 'record'])
    .where('app_id', '=', source.appId)
    .where('expires_at_ms', '>', String(nowMs))
    .orderBy('expires_at_ms', 'desc')
    .limit(200)
    .execute()
  const keys: { keyId: string; privateKey: Uint8Array }[] = []
  for (const { key_id: keyId, record } of found) {
    const key = await openJson<ImportKey>(record, placeOfImportKey(keyId), cipher)
    if (!isSame(key.source, source) || key.expiresAtMs <= nowMs) continue
    keys.push({ keyId, privateKey: fromBase64url(key.privateKey) })
    if (keys.length === mostKeys) break
  }
  return keys
}

/** Ends a key: it was used. @returns Whether it was there, so that of two imports by one key one goes on. */
export async function spendImportKey(
  keyId: string,
  { db }: Pick<SignerDeps, 'db'>,
): Promise<boolean> {
  const gone = await db
    .deleteFrom('import_key')
    .where('key_id', '=', keyId)
    .returning('key_id')
    .execute()
  return gone.length > 0
}

function isSame(one: Source, other: Source): boolean {
  return (
    one.chainType === other.chainType &&
    one.kind === other.kind &&
    one.index === other.index &&
    one.address.toLowerCase() === other.address.toLowerCase()
  )
}
