import { walletReturn } from '@sallyport/contract'
import { externalWallet, fork } from '@sallyport/core'
import type { ChosenWallet } from './flow/screens.js'
import type { Kit } from './kit.js'

/** What the page was opened for in the browser of a wallet's app; null when it was not (wire reference §6.4). */
interface WalletReturn {
  wallet: ChosenWallet
  connectOnly: boolean
  /** Opens the session that the user has in their own browser; null where they were logged out. */
  token: string | null
}

/** Reads the parameters of a return; `rest` is the URL without them. Names that are not in the list of wallets count as none. */
export function readWalletReturn(href: string): { found: WalletReturn | null; rest: string } {
  const url = new URL(href)
  const id = url.searchParams.get(walletReturn.client)
  const connectOnly = url.searchParams.get(walletReturn.connectOnly) === 'true'
  const token = url.searchParams.get(walletReturn.token)
  for (const name of Object.values(walletReturn)) url.searchParams.delete(name)
  const isKnown = id !== null && Object.hasOwn(externalWallet.knownWallets, id)
  if (!isKnown) return { found: null, rest: url.href }
  // Just checked to be a key.
  const { name } = externalWallet.knownWallets[id as externalWallet.KnownWalletName]
  return { found: { wallet: { how: 'connect', id, name }, connectOnly, token }, rest: url.href }
}

/** Opens the login, or the connection, that the page was opened for. Removes its parameters from the URL. */
export async function resumeWalletReturn(kit: Kit): Promise<void> {
  const { found, rest } = readWalletReturn(location.href)
  history.replaceState(history.state, '', rest)
  if (found === null) return
  const { wallet, connectOnly, token } = found
  const { client } = kit
  // Used up or too old: the user logs in.
  if (token !== null && client.state.user === null)
    await fork.recover(client, token).catch(() => undefined)
  const { connectingOf } = await import('./connect-actions.js')
  if (connectOnly || client.state.user) connectingOf(kit).resume(wallet)
  else kit.login({ wallet })
}
