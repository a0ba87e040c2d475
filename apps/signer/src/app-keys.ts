import {
  type TokenKeyStatement,
  tokenKeyStatement,
  type VaultInput,
  type VaultOutput,
} from '@sallyport/protocols/vault'
import { compactVerify, importSPKI } from 'jose'
import type { Clock } from './clock.js'
import type { EarlierKey, VaultDatabase } from './database.js'
import { VaultError } from './vault-error.js'

/** The token keys and issuer that are pinned for an app. */
export interface PinnedKey {
  issuer: string
  /** SPKI PEM of ES256 keys: the newest first, then earlier ones whose tokens still live. */
  verificationKeys: readonly [string, ...string[]]
}

/** How long an earlier key's tokens are accepted: the API begins to sign with a new key within a day, and tokens live an hour. */
const earlierKeyMs = 25 * 3_600_000

/**
 * Pins an app's token key at its first use; a key that is pinned already is accepted again.
 *
 * @throws VaultError `invalid_request` when it is not an ES256 key, `key_mismatch` when others are pinned.
 */
export async function pinAppKey(
  input: VaultInput<'pinAppKey'>,
  { db, clock }: { db: VaultDatabase; clock: Clock },
): Promise<VaultOutput<'pinAppKey'>> {
  await importKey(input.verificationKey)
  await db
    .insertInto('app_key')
    .values({
      app_id: input.appId,
      issuer: input.issuer,
      verification_key: input.verificationKey,
    })
    .onConflict((conflict) => conflict.column('app_id').doNothing())
    .execute()
  const pinned = await findPinnedKey(input.appId, { db, clock })
  if (
    pinned?.issuer !== input.issuer || // public values: no constant time needed
    !pinned.verificationKeys.includes(input.verificationKey)
  ) {
    throw new VaultError('key_mismatch')
  }
  return {}
}

/** The keys pinned for an app, or undefined when none were pinned. */
export async function findPinnedKey(
  appId: string,
  { db, clock }: { db: VaultDatabase; clock: Clock },
): Promise<PinnedKey | undefined> {
  const row = await db
    .selectFrom('app_key')
    .select(['issuer', 'verification_key', 'earlier'])
    .where('app_id', '=', appId)
    .executeTakeFirst()
  if (!row) return undefined
  const earlier = row.earlier.filter(({ notAfterMs }) => notAfterMs > clock.nowMs())
  return {
    issuer: row.issuer,
    verificationKeys: [row.verification_key, ...earlier.map((key) => key.verificationKey)],
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
  { db, clock }: { db: VaultDatabase; clock: Clock },
): Promise<VaultOutput<'changeAppKey'>> {
  const row = await db
    .selectFrom('app_key')
    .selectAll()
    .where('app_id', '=', appId)
    .executeTakeFirst()
  if (!row) throw new VaultError('key_mismatch')
  const said = await readStatement(statement, row.verification_key)
  if (said.appId !== appId || said.issuer !== row.issuer) throw new VaultError('key_mismatch')
  await importKey(said.verificationKey)
  const earlier = nextEarlierKeys(row, said, clock.nowMs())
  const changed = await db
    .updateTable('app_key')
    .set({ verification_key: said.verificationKey, earlier: JSON.stringify(earlier) })
    .where('app_id', '=', appId)
    .where('verification_key', '=', row.verification_key)
    .returning('app_id')
    .execute()
  if (changed.length === 0) throw new VaultError('key_mismatch')
  return {}
}

function nextEarlierKeys(
  row: { verification_key: string; earlier: EarlierKey[] },
  { verificationKey, revoked }: TokenKeyStatement,
  nowMs: number,
): EarlierKey[] {
  const replaced = { verificationKey: row.verification_key, notAfterMs: nowMs + earlierKeyMs }
  const all = row.verification_key === verificationKey ? row.earlier : [replaced, ...row.earlier]
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
