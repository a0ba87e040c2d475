import { paginationMaxLimit, type RouteRequest } from '@sallyport/contract'
import type { walletActions } from '@sallyport/contract/wallet-api'
import type { ServerWalletRow } from '../../db/server-wallets.js'
import { listTransactions, type WalletTransactionRow } from '../../db/wallet-transactions.js'
import type { Deps } from '../../deps.js'
import { toDecimalText } from '../../wallet-api/amounts.js'
import { namedAsset, readChain, readToken } from '../../wallet-api/assets.js'
import { readCursor, toPage } from '../../wallet-api/page.js'

type Query = RouteRequest<typeof walletActions.transactions>['query']

/** What a wallet has sent of one asset on one network, the newest first. */
export async function listHistory({ db }: Pick<Deps, 'db'>, row: ServerWalletRow, query: Query) {
  const { cursor, limit = paginationMaxLimit, chain, asset, token, tx_hash: hash } = query
  const caip2 = readChain(chain, row.chain_type)
  const wanted =
    token === undefined
      ? namedAsset(asset ?? '', chain, caip2)
      : readToken(token.includes(':') ? token : `${chain}:${token}`, row.chain_type)
  const found = await listTransactions(db, {
    ...{ appId: row.app_id, walletId: row.wallet_id, caip2, hash },
    asset: { name: wanted.name, address: wanted.address?.toLowerCase() ?? null },
    after: readCursor(cursor),
    limit: limit + 1,
  })
  const { data, next_cursor } = toPage(found, {
    limit,
    cursorOf: ({ created_at, transaction_id }) => ({
      createdAtMs: created_at,
      id: transaction_id,
    }),
  })
  return { transactions: data.map((each) => toWire(each, chain)), next_cursor }
}

function toWire(row: WalletTransactionRow, chain: string) {
  const { transfer } = row
  if (transfer === null) throw new Error('Not a transfer')
  const asset = transfer.asset ?? transfer.asset_address ?? ''
  return {
    caip2: row.caip2,
    created_at: row.created_at,
    details: {
      type: 'transfer_sent',
      asset,
      chain,
      sender: row.sender,
      recipient: transfer.destination,
      sender_privy_user_id: null,
      recipient_privy_user_id: null,
      raw_value: transfer.raw,
      raw_value_decimals: transfer.decimals,
      display_values: { [asset]: toDecimalText(BigInt(transfer.raw), transfer.decimals) },
    },
    privy_transaction_id: row.transaction_id,
    status: row.status,
    transaction_hash: row.hash,
    wallet_id: row.wallet_id,
    ...(row.sponsored && { sponsored: true }),
  } as const
}
