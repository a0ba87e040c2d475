import { ApiError } from '@sallyport/contract'
import { authenticRows } from '../authority/authentic-rows.js'
import { isRowMac } from '../authority/row-mac.js'
import { refuseRow } from '../authority/row-refused.js'
import { readAdmission } from '../db/admission.js'
import { fromHex } from '../db/hex.js'
import type { Deps } from '../deps.js'
import { entriesNaming } from './list-entries.js'
import type { AccountKey } from './proven-account.js'
import type { Claim } from './sign-in.js'

/**
 * Refuses an account that the app's lists keep out. They are read only where there is something to ask: most apps have neither.
 *
 * @throws ApiError `allowlist_rejected`; RowRefused for an entry that this server did not write.
 */
export async function requireListed(
  deps: Deps,
  {
    app,
    account,
    ...emails
  }: Pick<Claim, 'app' | 'email' | 'verifiedEmail'> & { account: AccountKey },
): Promise<void> {
  const { allowlist_enabled: hasAllowlist, allowlist_config } = app.settings
  if (!hasAllowlist && !app.hasDenylist) return
  const entries = entriesNaming(account, emails)
  const { denied, allowed } = await readAdmission(deps.db, { appId: app.id, account, ...entries })
  const isForged = allowed.some((row) => {
    const signed = { key: deps.keyEncryption, of: authenticRows.allowlistEntry, row }
    return !isRowMac(fromHex(row.mac), signed)
  })
  if (hasAllowlist && isForged) throw refuseRow(deps, { table: 'allowlist_entry', appId: app.id })
  if (!denied && (allowed.length > 0 || !hasAllowlist)) return
  const { error_detail: message } = allowlist_config
  throw new ApiError('allowlist_rejected', message === null ? {} : { message })
}
