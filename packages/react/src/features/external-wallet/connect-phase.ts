import { type externalWallet, wallet } from '@sallyport/core'

type ExternalWallet = externalWallet.ExternalWallet

/** What connecting a wallet asks of the user next. */
export type ConnectPhase =
  | { at: 'connecting' }
  | { at: 'accounts'; wallets: readonly ExternalWallet[] }
  | { at: 'other-address'; wallet: ExternalWallet }
  | { at: 'network'; wallet: ExternalWallet }
  | { at: 'ready'; wallet: ExternalWallet }

/** What the user has decided so far. */
export interface ConnectChoice {
  /** The account to use; null while none was chosen. */
  address: string | null
  /** Use the account although the app asks for another one. */
  anyAddress: boolean
  /** Stay on a network that the app does not have. */
  anyNetwork: boolean
}

/** Nothing decided yet. */
export const noChoice: ConnectChoice = { address: null, anyAddress: false, anyNetwork: false }

/** The next question about the accounts that a wallet shares, the selected one first. */
export function nextPhase(
  wallets: readonly ExternalWallet[],
  choice: ConnectChoice,
  app: { expected: string | null; chainIds: readonly number[] },
): ConnectPhase {
  const [first] = wallets
  if (first === undefined) return { at: 'connecting' }
  const find = (address: string | null) =>
    wallets.find((each) => address !== null && wallet.isSameAddress(each.address, address))
  const wanted = find(choice.address) ?? find(app.expected)
  if (wanted === undefined && app.expected !== null && !choice.anyAddress)
    return { at: 'other-address', wallet: first }
  if (wanted === undefined && wallets.length > 1) return { at: 'accounts', wallets }
  const chosen = wanted ?? first
  if (!choice.anyNetwork && isElsewhere(chosen, app.chainIds))
    return { at: 'network', wallet: chosen }
  return { at: 'ready', wallet: chosen }
}

/** Whether an Ethereum wallet is on a network that the app does not have. */
function isElsewhere({ chainType, connection }: ExternalWallet, chainIds: readonly number[]) {
  if (chainType !== 'ethereum') return false
  return !chainIds.some((id) => connection.chainId === `eip155:${id}`)
}
