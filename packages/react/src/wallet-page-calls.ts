/* Loaded with the first call: what the functions of `wallet-page-actions` do. */
import type { LoginChain } from '@sallyport/contract'
import { ClientError, RpcError, type WalletAccount, wallet, walletPage } from '@sallyport/core'
import { runWithCallbacks } from './actions.js'
import type { Kit } from './kit.js'

/**
 * Shows a page of the wallet's origin about one wallet; resolves when the screen closes.
 *
 * @throws ClientError `must_be_authenticated`, `embedded_wallet_not_found`; RpcError 4001 when the user does not delegate.
 */
export async function openPage(
  { client, modal }: Kit,
  {
    goal,
    chainType,
    address,
  }: { goal: 'export' | 'rehearsal' | 'delegate'; chainType: LoginChain; address?: string },
): Promise<void> {
  if (client.state.user === null) throw new ClientError('must_be_authenticated')
  const wallets = wallet.list(client)
  const chosen =
    address === undefined
      ? wallet.primaryOf(wallets, chainType)
      : wallets.find((each) => wallet.isSameAddress(each.address, address))
  if (!chosen) throw new ClientError('embedded_wallet_not_found')
  await new Promise<void>((resolve, reject) => {
    // A user who does not allow it refuses a request; the other pages are only looked at.
    const onEnd = goal === 'delegate' ? resolveOrReject(resolve, reject) : () => resolve()
    modal.open({ goal, wallet: chosen }, { place: 'next', onEnd, fail: reject })
  })
}

/**
 * Asks the user to end what the app's back end may do with their wallets; resolves once it has ended.
 *
 * @throws ClientError `must_be_authenticated`; RpcError 4001 when the user keeps it.
 */
export async function revokeWallets({ client, modal }: Kit): Promise<void> {
  if (client.state.user === null) throw new ClientError('must_be_authenticated')
  await new Promise<void>((resolve, reject) => {
    modal.open(
      { goal: 'revoke-delegations' },
      { place: 'next', onEnd: resolveOrReject(resolve, reject), fail: reject },
    )
  })
}

function resolveOrReject(resolve: () => void, reject: (error: Error) => void) {
  return ({ at }: { at: string }) => (at === 'done' ? resolve() : reject(new RpcError(4001)))
}

/**
 * Keeps a wallet of the user's own and gives its account.
 *
 * @throws ClientError `must_be_authenticated`; RpcError 4001 when the user closes the page; what `walletPage.importKey` throws.
 */
export async function importWallet(
  kit: Kit,
  { chainType, privateKey }: { chainType: LoginChain; privateKey?: string },
): Promise<WalletAccount> {
  const { client } = kit
  const made = await runWithCallbacks(kit, 'createWallet', async () => ({
    wallet:
      privateKey === undefined
        ? await importOnPage(kit, chainType)
        : await walletPage.importKey(client, { chainType, privateKey }),
  }))
  return made.wallet
}

async function importOnPage({ client, modal }: Kit, chainType: LoginChain): Promise<WalletAccount> {
  if (client.state.user === null) throw new ClientError('must_be_authenticated')
  const address = await new Promise<string>((resolve, reject) => {
    modal.open(
      { goal: 'import', chainType },
      {
        place: 'next',
        onEnd: (ending) => {
          // The screen of an import ends with an address.
          if (ending.at === 'done') resolve(ending.value as string)
          else reject(new RpcError(4001))
        },
        fail: reject,
      },
    )
  })
  return walletPage.listedAccount(client, { chainType, address })
}

/** As `openPage`, for the key of an Ethereum wallet. */
export const exportWallet = (kit: Kit, { address }: { address?: string } = {}): Promise<void> =>
  openPage(kit, {
    goal: 'export',
    chainType: 'ethereum',
    ...(typeof address === 'string' && { address }),
  })
