import { ClientError, type SallyportClient, type wallet as wallets } from '@sallyport/core'
import { loadWallets } from './load-wallets.js'

/**
 * Opens the wallet at an address for signing, as `wallet.connect`.
 *
 * @throws ClientError `must_be_authenticated` when the login has expired: the client then knows no wallets.
 */
export async function connectWallet(
  client: SallyportClient,
  opening: Parameters<typeof wallets.connect>[1],
): Promise<void> {
  const { wallet } = await loadWallets()
  if (!client.state.user) throw new ClientError('must_be_authenticated')
  await wallet.connect(client, opening)
}
