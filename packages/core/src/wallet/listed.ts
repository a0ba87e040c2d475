import type { EmbeddedChain } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { ClientError } from '../errors.js'
import type { WalletAccount } from '../types.js'
import { embeddedWallets, isSameAddress } from './accounts.js'

/** An address that the frame has answered. */
interface Answered {
  chainType: EmbeddedChain
  address: string
}

/** Reads the user anew until `isListed`: a refresh that was under way before may give an older one, so up to twice. */
export async function refreshUntil(
  client: SallyportClient,
  isListed: () => boolean,
): Promise<void> {
  for (let count = 0; count < 2 && !isListed(); count += 1) await client.session.refresh()
}

/** Reads the user anew until they have the wallet, and gives its account. @throws as `requireAccount`. */
export async function listedAccount(
  client: SallyportClient,
  answered: Answered,
): Promise<WalletAccount> {
  await refreshUntil(client, () => findAccount(client, answered) !== undefined)
  return requireAccount(client, answered)
}

/**
 * The account the session must list once the frame has made it (wire reference §20.6).
 *
 * @throws ClientError `embedded_wallet_create_error`.
 */
export function requireAccount(client: SallyportClient, answered: Answered): WalletAccount {
  const account = findAccount(client, answered)
  if (!account) throw new ClientError('embedded_wallet_create_error')
  return account
}

function findAccount(client: SallyportClient, { chainType, address }: Answered) {
  return embeddedWallets(client, chainType).find((each) => isSameAddress(each.address, address))
}
