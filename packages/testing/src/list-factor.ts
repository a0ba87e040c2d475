import { userIdPrefix } from '@sallyport/contract'
import { sql } from 'kysely'
import type { TestKit } from './kit.js'

/** Has a user's row list an authenticator app that no vault holds, for tests of what is demanded of such users. */
export async function listFactor({ db }: Pick<TestKit, 'db'>, userId: string): Promise<void> {
  const methods = JSON.stringify([{ type: 'totp', verified_at: 0 }])
  await sql`update user_account set mfa_methods = ${methods}::jsonb
    where id = ${userId.replace(userIdPrefix, '')}`.execute(db)
}
