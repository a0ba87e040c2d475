import { ApiError, type api, type RouteRequest } from '@sallyport/contract'
import type { serverWallets } from '@sallyport/contract/wallet-api'

type Body = RouteRequest<typeof api.users.createWallet>['body']
/** A wallet as `POST /users/{user_id}/wallets` takes it. */
export type AskedWallet = RouteRequest<
  typeof serverWallets.createForUser
>['body']['wallets'][number]

/**
 * The wallets that server-auth asks for a user by its switches (wire reference §23).
 *
 * @throws ApiError `not_supported` for a smart wallet, `invalid_data` where no wallet is asked for.
 */
export function walletsOf(body: Body): AskedWallet[] {
  if (body.create_ethereum_smart_wallet)
    throw new ApiError('not_supported', {
      message: 'Smart wallets are made for a wallet of the user in the browser',
    })
  const ethereum = body.create_ethereum_wallet
    ? (body.number_of_ethereum_wallets_to_create ?? 1)
    : 0
  const asked: AskedWallet[] = [
    ...Array.from({ length: ethereum }, () => ({ chain_type: 'ethereum' })),
    ...(body.create_solana_wallet ? [{ chain_type: 'solana' }] : []),
    ...(body.wallets ?? []),
  ]
  if (asked.length > 0) return asked
  throw new ApiError('invalid_data', { message: 'Ask for a wallet, such as create_solana_wallet' })
}
