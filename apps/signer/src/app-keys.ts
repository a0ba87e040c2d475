import type { VaultInput, VaultOutput } from '@sallyport/protocols/vault'
import { importSPKI } from 'jose'
import type { VaultDatabase } from './database.js'
import { VaultError } from './vault-error.js'

/** The token key and issuer that were pinned when the app was first used. */
export interface PinnedKey {
  issuer: string
  /** SPKI PEM of an ES256 key. */
  verificationKey: string
}

/**
 * Pins an app's token key at its first use; the same key again is accepted.
 *
 * @throws VaultError `invalid_request` when it is not an ES256 key, `key_mismatch` when another is pinned.
 */
export async function pinAppKey(
  input: VaultInput<'pinAppKey'>,
  db: VaultDatabase,
): Promise<VaultOutput<'pinAppKey'>> {
  await importSPKI(input.verificationKey, 'ES256').catch((cause: unknown) => {
    throw new VaultError('invalid_request', cause)
  })
  await db
    .insertInto('app_key')
    .values({
      app_id: input.appId,
      issuer: input.issuer,
      verification_key: input.verificationKey,
    })
    .onConflict((conflict) => conflict.column('app_id').doNothing())
    .execute()
  const pinned = await findPinnedKey(input.appId, db)
  if (
    pinned?.verificationKey !== input.verificationKey || // public values: no constant time needed
    pinned.issuer !== input.issuer
  ) {
    throw new VaultError('key_mismatch')
  }
  return {}
}

/** The key pinned for an app, or undefined when none was pinned. */
export async function findPinnedKey(
  appId: string,
  db: VaultDatabase,
): Promise<PinnedKey | undefined> {
  const row = await db
    .selectFrom('app_key')
    .select(['issuer', 'verification_key'])
    .where('app_id', '=', appId)
    .executeTakeFirst()
  return row && { issuer: row.issuer, verificationKey: row.verification_key }
}
