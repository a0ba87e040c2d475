/* Loaded with the first call: what the functions about recovery do. */
import { ClientError, RpcError, recovery, type WalletAccount, wallet } from '@sallyport/core'
import { runWithCallbacks } from './actions.js'
import type { Kit } from './kit.js'

/** Which wallet is restored, and with what. Default: the first Ethereum wallet, by automatic recovery. */
export interface RecoverOptions {
  recoveryMethod?: string
  password?: string
  address?: string
}

/**
 * Lets the user set a recovery passcode for the wallet at `address` (default: the first Ethereum wallet), and gives its account.
 *
 * @throws ClientError `must_be_authenticated`, `embedded_wallet_not_found`; RpcError 4001 when the user closes the screen.
 */
export async function setWalletPassword(kit: Kit, options?: object): Promise<WalletAccount> {
  const made = await runWithCallbacks(kit, 'setWalletPassword', async () => ({
    wallet: await setOnScreen(kit, options),
  }))
  return made.wallet
}

/** As `setWalletPassword`: a passcode is the recovery that users can choose here. */
export async function setWalletRecovery(kit: Kit, options?: object): Promise<WalletAccount> {
  const made = await runWithCallbacks(kit, 'setWalletRecovery', async () => ({
    method: 'user-passcode',
    wallet: await setOnScreen(kit, options),
  }))
  return made.wallet
}

/**
 * Restores a wallet on this device without a screen: with its passcode, or by automatic recovery where it has none.
 *
 * @throws ClientError `must_be_authenticated`, `embedded_wallet_not_found`; FrameError `invalid_recovery_pin` for a wrong passcode.
 */
export async function recover({ client }: Kit, options: RecoverOptions = {}): Promise<void> {
  const { address } = findWallet(client, options)
  if (options.password === undefined) return wallet.connect(client, { address })
  await recovery.recover(client, { address, passcode: options.password })
}

function setOnScreen({ client, modal }: Kit, options: object | undefined): Promise<WalletAccount> {
  const chosen = findWallet(client, options)
  return new Promise((resolve, reject) => {
    modal.open(
      { goal: 'set-recovery', wallet: chosen },
      {
        place: 'next',
        onEnd: (ending) => {
          // The screens of this goal end with the wallet.
          if (ending.at === 'done') resolve(ending.value as WalletAccount)
          else reject(new RpcError(4001))
        },
        fail: reject,
      },
    )
  })
}

/** Used as an event handler, a function receives the event: only an address that is text is read. */
function findWallet(client: Kit['client'], options: { address?: unknown } = {}): WalletAccount {
  if (client.state.user === null) throw new ClientError('must_be_authenticated')
  const { address } = options
  const wallets = wallet.list(client)
  const found =
    typeof address === 'string'
      ? wallets.find((each) => wallet.isSameAddress(each.address, address))
      : wallet.primaryOf(wallets, 'ethereum')
  if (!found) throw new ClientError('embedded_wallet_not_found')
  return found
}
