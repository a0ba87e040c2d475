import {
  embeddedChains,
  embeddedChainTypes,
  paginationMaxLimit,
  type RouteRequest,
  userIdPrefix,
} from '@sallyport/contract'
import type { serverWallets } from '@sallyport/contract/wallet-api'
import { listServerWallets } from '../../db/server-wallets.js'
import type { Deps } from '../../deps.js'
import { readCursor, toPage } from '../../wallet-api/page.js'
import { toWireWallet } from '../../wallet-api/to-wire.js'

type Query = RouteRequest<typeof serverWallets.list>['query']

/** A page of the app's wallets, the newest first, filtered before it is cut. */
export async function listWallets({ db }: Pick<Deps, 'db'>, appId: string, query: Query) {
  const { cursor, limit = paginationMaxLimit, user_id: userId, address, ...filter } = query
  const found = await listServerWallets(db, {
    ...filter,
    appId,
    after: readCursor(cursor),
    limit: limit + 1,
    ...(userId !== undefined && { user: { id: userIdPrefix + userId, bare: userId } }),
    ...(address !== undefined && { addressKeys: keysOf(address) }),
  })
  const page = toPage(found, {
    limit,
    cursorOf: ({ created_at, wallet_id }) => ({ createdAtMs: created_at, id: wallet_id }),
  })
  return { ...page, data: page.data.map(toWireWallet) }
}

/** The one spelling of an address on each chain that it may be of. */
export function keysOf(address: string): string[] {
  return [...new Set(embeddedChainTypes.map((chain) => embeddedChains[chain].addressKey(address)))]
}
