import {
  ApiError,
  type delegatedWallets,
  embeddedChains,
  type RouteRequest,
  type RouteResponse,
} from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import { findServerWalletByAddress } from '../../db/server-wallets.js'
import type { Deps } from '../../deps.js'
import type { SignedRequest } from '../../http/implement.js'
import { callById } from './call-by-id.js'

type Answer = RouteResponse<typeof delegatedWallets.rpc>

/** A call of an older client, which names its wallet in the body. */
interface CallInBody {
  app: App
  body: RouteRequest<typeof delegatedWallets.rpc>['body']
  signed: SignedRequest
}

/**
 * Carries out a call of server-auth 1.17 and 1.18 on a server wallet (wire reference §24, §36); undefined where the body names none by id,
 * and the app has none with its address.
 *
 * @throws ApiError what `callById` throws; `not_supported` for an answer that these clients have no form for.
 */
export async function callInBody(
  deps: Deps,
  { app, body, signed }: CallInBody,
): Promise<Answer | undefined> {
  const walletId = body.wallet_id ?? (await findByAddress(deps, app.id, body))
  if (walletId === undefined) return undefined
  const { method, data } = await callById(deps, { app, walletId, body, signed })
  const texts = Object.entries(data).filter(([, value]) => typeof value === 'string')
  if (texts.length < Object.keys(data).length)
    throw new ApiError('not_supported', {
      message: `${method} is called by /wallets/{wallet_id}/rpc`,
    })
  return { method, data: Object.fromEntries(texts) }
}

async function findByAddress(
  { db }: Deps,
  appId: string,
  { address, chain_type: chainType }: CallInBody['body'],
): Promise<string | undefined> {
  if (address === undefined || chainType === undefined) return undefined
  const addressKeys = [embeddedChains[chainType].addressKey(address)]
  const row = await findServerWalletByAddress(db, { appId, addressKeys, archived: false })
  return row?.wallet_id
}
