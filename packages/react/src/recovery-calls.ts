/* Loaded with the first call: what the functions about recovery do. */
import { automaticRecoveryMethod, type EmbeddedChain } from '@sallyport/contract'
import { ClientError, RpcError, recovery, type WalletAccount, wallet } from '@sallyport/core'
import { runWithCallbacks } from './actions.js'
import type { Goal } from './flow/screens.js'
import type { Kit } from './kit.js'

/** Which wallet is restored, and with what. Default: the first Ethereum wallet, by automatic recovery. */
export interface RecoverOptions {
  recoveryMethod?: string
  /** Of a wallet with a passcode. */
  password?: string
  /** Access to the storage that keeps the recovery file: of Google Drive, or iCloud's token for one call. */
  recoveryAccessToken?: string
  address?: string
}

/**
 * Lets the user set a recovery passcode for the wallet at `address` (default: the first Ethereum wallet), and gives its account.
 *
 * @throws ClientError `must_be_authenticated`, `embedded_wallet_not_found`; RpcError 4001 when the user closes the screen.
 */
export async function setWalletPassword(kit: Kit, options?: object): Promise<WalletAccount> {
  const made = await runWithCallbacks(kit, 'setWalletPassword', async () => ({
    wallet: await openSetting(kit, 'set-passcode', options),
  }))
  return made.wallet
}

/** As `setWalletPassword`, for any recovery that the app offers: the user chooses it. */
export async function setWalletRecovery(kit: Kit, options?: object): Promise<WalletAccount> {
  const made = await runWithCallbacks(kit, 'setWalletRecovery', async () => {
    const wallet = await openSetting(kit, 'set-recovery', options)
    return { method: wallet.recoveryMethod ?? automaticRecoveryMethod, wallet }
  })
  return made.wallet
}

/**
 * Restores a wallet on this device without a screen: with its passcode, or by automatic recovery where it has none.
 *
 * @throws ClientError `must_be_authenticated`, `embedded_wallet_not_found`; FrameError `invalid_recovery_pin` for a wrong passcode.
 */
export async function recover(kit: Kit, options: RecoverOptions = {}): Promise<void> {
  const { address, recoveryMethod } = findWallet(kit, options)
  const secret = options.password ?? options.recoveryAccessToken
  const given = secret === undefined ? undefined : recovery.ownedRecovery(recoveryMethod, secret)
  if (!given) return wallet.connect(kit.client, { address })
  await recovery.recover(kit.client, { address, recovery: given })
}

/** Has the user choose a recovery for the first wallet, and creates the wallet with it. */
export async function createOnScreen(
  kit: Pick<Kit, 'modal'>,
  chainType: EmbeddedChain,
): Promise<WalletAccount> {
  const creates = { chains: [chainType], login: null }
  const wallets = await openGoal<WalletAccount[]>(kit, { goal: 'create-wallets', creates })
  const [made] = wallets
  if (!made) throw new ClientError('embedded_wallet_create_error')
  return made
}

/** @throws ClientError `not_supported` when the app offers nothing that could be set. */
function openSetting(
  kit: Kit,
  goal: 'set-passcode' | 'set-recovery',
  given: object | undefined,
): Promise<WalletAccount> {
  const chosen = findWallet(kit, given)
  const { options } = kit.rules().recovery
  const isOffered = goal === 'set-recovery' ? options.length > 0 : options.includes('user-passcode')
  if (!isOffered) throw new ClientError('not_supported')
  return openGoal(kit, { goal, wallet: chosen })
}

type SettingGoal = Extract<Goal, { goal: 'set-recovery' | 'set-passcode' | 'create-wallets' }>

/** What the screens of a goal end with. @throws RpcError 4001 when they are closed before. */
function openGoal<Value>({ modal }: Pick<Kit, 'modal'>, goal: SettingGoal): Promise<Value> {
  return new Promise((resolve, reject) => {
    modal.open(goal, {
      place: 'next',
      onEnd: (ending) => {
        // The steps of these goals end with the wallet, or the wallets.
        if (ending.at === 'done') resolve(ending.value as Value)
        else reject(new RpcError(4001))
      },
      fail: reject,
    })
  })
}

/** Used as an event handler, a function receives the event: only an address that is text is read. */
function findWallet({ client }: Kit, options: { address?: unknown } = {}): WalletAccount {
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
