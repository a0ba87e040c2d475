import type { Db } from '../../db/connect.js'
import type { StoredCredential } from './credential.js'

/** Reads what proves a passkey of an app; undefined when no user has it. */
export async function readPasskey(
  db: Db,
  where: { appId: string; credentialId: string },
): Promise<StoredCredential | undefined> {
  const row = await db
    .selectFrom('linked_account')
    .select('credential')
    .where('app_id', '=', where.appId)
    .where('type', '=', 'passkey')
    .where('key', '=', where.credentialId)
    .executeTakeFirst()
  return row?.credential ? toCredential(row.credential) : undefined
}

/** What proves the passkeys of a user, by credential id. */
export async function readPasskeysOf(
  db: Db,
  where: { appId: string; userId: string },
): Promise<{ credentialId: string; credential: StoredCredential }[]> {
  const rows = await db
    .selectFrom('linked_account')
    .select(['key', 'credential'])
    .where('app_id', '=', where.appId)
    .where('user_id', '=', where.userId)
    .where('type', '=', 'passkey')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ key, credential }) =>
    credential ? [{ credentialId: key, credential: toCredential(credential) }] : [],
  )
}

function toCredential(stored: Record<string, unknown>): StoredCredential {
  // Written by `verifyRegistration` only.
  return stored as unknown as StoredCredential
}
