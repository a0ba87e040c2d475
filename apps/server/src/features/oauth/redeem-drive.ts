import { createHash } from 'node:crypto'
import { ApiError } from '@sallyport/contract'
import { authenticRows } from '../../authority/authentic-rows.js'
import { isRowMac, rowMac } from '../../authority/row-mac.js'
import { refuseRow } from '../../authority/row-refused.js'
import { useFlow } from '../../db/oauth-flows.js'
import {
  findRecoveryAccount,
  hasCloudRecovery,
  recordRecoveryAccount,
} from '../../db/recovery-accounts.js'
import type { OwnerKey } from '../../db/wallet-roots.js'
import type { Deps } from '../../deps.js'
import { type Redeeming, readOutcome } from './redeem.js'

/** How long Google's access tokens live: for so long an account that was proven can have been given a recovery key. */
const accessLifeMs = 60 * 60_000

/**
 * Exchanges a client's code for access to the folder of the app's data in the user's Google Drive. Once a wallet of the user
 * has its recovery key in Google Drive, that is the account: another one is refused.
 *
 * @throws ApiError those of `readOutcome`, `token_already_used` for a code that was used meanwhile, and
 *   `invalid_credentials` for another account.
 */
export async function redeemDrive(
  deps: Deps,
  input: Redeeming & { userId: string },
): Promise<{ access_token: string }> {
  const { flow, outcome } = await readOutcome(deps, input)
  const nowMs = deps.clock.nowMs()
  const isFirst = await useFlow(deps.db, { stateHash: flow.state_hash, nowMs })
  if (!isFirst || outcome.tokens === undefined) throw new ApiError('token_already_used')
  await admitAccount(deps, { appId: input.app.id, userId: input.userId }, outcome.account.key)
  return { access_token: outcome.tokens.accessToken }
}

async function admitAccount(deps: Deps, owner: OwnerKey, subject: string): Promise<void> {
  const { db, clock, keyEncryption: key } = deps
  const provider = 'google'
  const account = { ...owner, provider, accountHash: recoveryAccountHash(owner, subject) } as const
  const of = authenticRows.recoveryAccount
  const { appId: app_id, userId: user_id } = owner
  const row = { app_id, user_id, provider, account_hash: account.accountHash }
  if (await hasCloudRecovery(db, { ...owner, method: 'google-drive' })) {
    const found = await findRecoveryAccount(db, account)
    if (found && isRowMac(found.mac, { key, of, row })) return
    if (found) throw refuseRow(deps, { table: 'recovery_account', ...owner })
    throw new ApiError('invalid_credentials', {
      message: 'This is not the Google account that keeps the recovery file. Choose the other one',
    })
  }
  const nowMs = clock.nowMs()
  await recordRecoveryAccount(db, {
    ...account,
    since: nowMs - accessLifeMs,
    nowMs,
    mac: rowMac(key, of, row),
  })
}

/** Names a Google account for one user only, so that rows of different users do not tell who shares an account. */
function recoveryAccountHash({ appId, userId }: OwnerKey, subject: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(['google', appId, userId, subject]))
    .digest()
}
