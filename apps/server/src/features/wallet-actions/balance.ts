import { ApiError, type RouteRequest } from '@sallyport/contract'
import type { Balance, walletActions } from '@sallyport/contract/wallet-api'
import type { ServerWalletRow } from '../../db/server-wallets.js'
import type { Deps } from '../../deps.js'
import { BroadcastError } from '../../ports/broadcast.js'
import { toDecimalText } from '../../wallet-api/amounts.js'
import { type Asset, namedAsset, readChain, readToken } from '../../wallet-api/assets.js'
import { readRaw, requireDecimals } from '../../wallet-api/read-asset.js'
import { requireNode } from '../../wallet-api/send/send.js'

type Query = RouteRequest<typeof walletActions.balance>['query']

/**
 * What a wallet has, by the nodes of the deployment.
 *
 * @throws ApiError `not_supported` for assets that the pinned list does not have and networks without a node; `feature_not_enabled`
 *   (400) for prices.
 */
export async function readBalance(
  deps: Deps,
  row: ServerWalletRow,
  query: Query,
): Promise<Balance> {
  if (query.include_currency !== undefined)
    throw new ApiError('feature_not_enabled', {
      status: 400,
      message: 'This deployment knows no prices: leave include_currency out',
    })
  const assets = assetsOf(query, row)
  for (const { caip2 } of assets) requireNode(deps, caip2, 'chain')
  try {
    return { balances: await Promise.all(assets.map((asset) => balanceOf(deps, row, asset))) }
  } catch (error) {
    if (!(error instanceof BroadcastError)) throw error
    throw new ApiError('internal_error', { status: 503, cause: error })
  }
}

function assetsOf({ token, asset = [], chain = [] }: Query, { chain_type }: ServerWalletRow) {
  if (token !== undefined) return token.map((each) => readToken(each, chain_type))
  return chain.flatMap((name) => {
    const caip2 = readChain(name, chain_type)
    return asset.map((each) => namedAsset(each, name, caip2))
  })
}

async function balanceOf({ broadcast }: Deps, { address }: ServerWalletRow, asset: Asset) {
  const [raw, decimals] = await Promise.all([
    readRaw(broadcast, { owner: address ?? '', asset }),
    requireDecimals(broadcast, asset),
  ])
  return {
    chain: asset.chain,
    asset: asset.name,
    raw_value: raw.toString(),
    raw_value_decimals: decimals,
    display_values: { [asset.name]: toDecimalText(raw, decimals) },
  }
}
