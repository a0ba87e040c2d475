import { ApiError, type RouteRequest } from '@sallyport/contract'
import type { serverWallets } from '@sallyport/contract/wallet-api'
import type { App } from '../../apps/app.js'
import { readUser } from '../../db/users.js'
import type { Deps } from '../../deps.js'
import { toWireUser } from '../../identity/user.js'
import { createWallet } from './create.js'

type Body = RouteRequest<typeof serverWallets.createForUser>['body']

/**
 * Creates wallets whose owner is a user, also one who has not logged in yet: they are linked accounts of the user from now on, which prove nothing at a login.
 *
 * @throws ApiError `user_does_not_exist`, `not_supported` where a smart wallet is asked for.
 */
export async function createForUser(
  deps: Deps,
  app: App,
  { userId, wallets }: { userId: string; wallets: Body['wallets'] },
) {
  const user = await readUser(deps.db, { appId: app.id, userId })
  if (user === undefined) throw new ApiError('user_does_not_exist')
  if (wallets.some((wallet) => wallet.create_smart_wallet))
    throw new ApiError('not_supported', {
      message: 'Smart wallets are made for a wallet of the user in the browser',
    })
  for (const { create_smart_wallet: _, ...wallet } of wallets)
    await createWallet(deps, app, { ...wallet, owner: { user_id: userId } })
  const found = await readUser(deps.db, { appId: app.id, userId })
  if (found === undefined) throw new ApiError('user_does_not_exist')
  return toWireUser(found)
}
