import { sql } from 'kysely'
import type { Db } from './connect.js'

/** Gives a passkey of a user another name; false when they do not have it. */
export async function renamePasskey(
  db: Db,
  input: { appId: string; userId: string; credentialId: string; name: string },
): Promise<boolean> {
  const { appId, userId, credentialId, name } = input
  const { numAffectedRows = 0n } = await sql`
    update linked_account l set data = l.data || ${JSON.stringify({ authenticator_name: name })}::jsonb
    where l.app_id = ${appId} and l.user_id = ${userId} and l.type = 'passkey'
      and l.key = ${credentialId}`.execute(db)
  return numAffectedRows === 1n
}
