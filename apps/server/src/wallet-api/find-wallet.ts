import { ApiError } from '@sallyport/contract'
import { readServerWallet, type ServerWalletRow } from '../db/server-wallets.js'
import type { Deps } from '../deps.js'

/**
 * A wallet of the app by its id.
 *
 * @param options.archived  Whether one that is archived is found too.
 * @throws ApiError `not_found`.
 */
export async function findWallet(
  { db }: Pick<Deps, 'db'>,
  named: { appId: string; walletId: string },
  { archived = false }: { archived?: boolean | undefined } = {},
): Promise<ServerWalletRow> {
  const row = await readServerWallet(db, named)
  if (row === undefined || (row.state === 'archived' && !archived))
    throw new ApiError('not_found', { message: 'Wallet not found' })
  return row
}
