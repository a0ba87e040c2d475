import { embeddedChains, embeddedWalletClientType, serverHeld } from '@sallyport/contract'
import { authenticRows } from '../authority/authentic-rows.js'
import type { HashKey } from '../authority/keyed-hash.js'
import { rowMac } from '../authority/row-mac.js'
import { recordUserEvent } from '../db/app-events.js'
import type { Db } from '../db/connect.js'
import { lockUsers } from '../db/links.js'
import { countServerHeld } from '../db/server-held-accounts.js'
import type { ServerWalletRow } from '../db/server-wallets.js'
import { linkWallets } from '../db/wallet-roots.js'

/**
 * Puts an active server wallet among the linked accounts of the user that owns it, and tells the app (`user.wallet_created`). An address that is an account of a
 * user already, such as an imported one, stays where it is; a user who was deleted gets none.
 */
export async function linkToUser(
  transaction: Db,
  { keyEncryption, nowMs }: { keyEncryption: HashKey; nowMs: number },
  wallet: ServerWalletRow,
): Promise<void> {
  const { app_id, user_id, chain_type, address, address_key, public_key } = wallet
  if (user_id === null || address === null || address_key === null) return
  const owner = { appId: app_id, userId: user_id }
  const [existing] = await lockUsers(transaction, { appId: app_id, userIds: [user_id] })
  if (existing === undefined) return
  const { caip2 } = embeddedChains[chain_type]
  const key = `${chain_type}:${address_key}`
  const data = {
    id: wallet.wallet_id,
    address,
    chain_id: caip2,
    chain_type,
    wallet_client: embeddedWalletClientType,
    wallet_client_type: embeddedWalletClientType,
    connector_type: 'embedded',
    imported: wallet.imported_at !== null,
    delegated: false,
    wallet_index: await countServerHeld(transaction, { ...owner, chainType: chain_type }),
    recovery_method: serverHeld,
    ...(chain_type !== 'ethereum' && public_key !== null && { public_key }),
  }
  const row = { app_id, user_id, type: 'wallet', key, data, credential: null }
  const mac = rowMac(keyEncryption, authenticRows.linkedAccount, row)
  const taken = await linkWallets(transaction, { ...owner, wallets: [{ key, data, mac }], nowMs })
  if (taken.length > 0) return
  const account = { type: 'wallet', key } as const
  await recordUserEvent(transaction, { ...owner, type: 'user.wallet_created', account, nowMs })
}
