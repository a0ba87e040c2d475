import { createHmac, randomBytes } from 'node:crypto'
import { CallRefused } from '@sallyport/keyholder'
import type { VaultInput, VaultOutput } from '@sallyport/protocols/vault'
import { insertNotices } from '../notices/outbox.js'
import { noticesFor } from '../notices/tell.js'
import type { FactorDeps } from './factor-deps.js'
import { hasFactor, type UserKey } from './factor-store.js'
import { proveFactorUser } from './prove-factor-user.js'
import { requireFactorForChange } from './require-factor.js'
import { toBase32 } from './totp.js'

const count = 10

/**
 * Makes ten recovery codes of 50 bits; the old ones end. The vault keeps hashes of them.
 *
 * @throws CallRefused `not_found` for a user without a factor, `factor_required`.
 */
export async function makeRecoveryCodes(
  input: VaultInput<'makeRecoveryCodes'>,
  deps: FactorDeps,
): Promise<VaultOutput<'makeRecoveryCodes'>> {
  const user = await proveFactorUser(input, deps)
  if (!(await hasFactor(user, deps.db))) throw new CallRefused('not_found')
  await requireFactorForChange(user, input.mfaToken, deps)
  const codes = Array.from({ length: count }, newCode)
  const { appId: app_id, userId: user_id } = user
  const event = { kind: 'recovery_codes_created', atMs: deps.clock.nowMs() } as const
  const notices = await noticesFor(user, event, deps)
  await deps.db.transaction().execute(async (db) => {
    await db
      .deleteFrom('factor_code')
      .where('app_id', '=', app_id)
      .where('user_id', '=', user_id)
      .execute()
    const rows = codes.map((code) => ({ app_id, user_id, code_hash: hashOf(user, code, deps) }))
    await db.insertInto('factor_code').values(rows).execute()
    await insertNotices(notices, db)
  })
  return { codes }
}

/** Uses a code up: of any number of calls with it one passes. @throws CallRefused `wrong_code` */
export async function useRecoveryCode(
  user: UserKey,
  code: string,
  deps: FactorDeps,
): Promise<void> {
  const used = await deps.db
    .deleteFrom('factor_code')
    .where('app_id', '=', user.appId)
    .where('user_id', '=', user.userId)
    .where('code_hash', '=', hashOf(user, code, deps))
    .returning('app_id')
    .executeTakeFirst()
  if (!used) throw new CallRefused('wrong_code')
}

function newCode(): string {
  const letters = toBase32(randomBytes(7)).slice(0, 10)
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

/** HMAC under the vault's pepper: a copy of the database does not help in guessing. */
function hashOf({ appId, userId }: UserKey, code: string, { factorKey }: FactorDeps): Buffer {
  const letters = code.replaceAll(/[\s-]/g, '').toUpperCase()
  const text = JSON.stringify(['recovery code', appId, userId, letters])
  return createHmac('sha256', factorKey.pepper).update(text).digest()
}
