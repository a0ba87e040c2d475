import { errorCode, session, type WalletAccount } from '@sallyport/core'
import type { Callbacks } from './events.js'
import type { Kit, LoginOptions } from './kit.js'
import { loadWallets } from './load-wallets.js'
import type {
  CreateWalletOptions,
  RequestOptions,
  SendOptions,
  TransactionRequest,
  TypedDataRequest,
} from './wallet-requests.js'

/** The functions that hooks return; the same ones for the life of the provider. */
export type Actions = ReturnType<typeof createActions>

/** Groups with `onSuccess` and `onError`. */
type SettledGroup = Exclude<
  keyof Callbacks,
  | 'login'
  | 'logout'
  | 'accessToken'
  | 'oAuthAuthorization'
  | 'linkAccount'
  | 'update'
  | 'connectWallet'
  | 'customAuth'
  | 'configureMfa'
  | 'fundWallet'
  | 'fundSolanaWallet'
>

/** Runs `work` and calls the `onSuccess` or `onError` callbacks of `group`; rejects with the error of `work`. */
export async function runWithCallbacks<T>(
  { events }: Pick<Kit, 'events'>,
  group: SettledGroup,
  work: () => Promise<T>,
): Promise<T> {
  try {
    const value = await work()
    // Each group's `onSuccess` takes the value of its own work.
    events.emit(group, (each) => (each.onSuccess as ((given: T) => void) | undefined)?.(value))
    return value
  } catch (error) {
    const code = errorCode(error, 'unknown_embedded_wallet_error')
    events.emit(group, (each) => each.onError?.(code))
    throw error
  }
}

/** The actions of one kit. Wallet actions load the wallet code first. */
export function createActions(kit: Pick<Kit, 'client' | 'events' | 'login' | 'modal' | 'rules'>) {
  const { client } = kit
  const requests = async () => (await loadWallets()).requests
  return {
    login(options?: LoginOptions | object) {
      // `login` used as an event handler receives the event.
      kit.login(isOptions(options) ? options : {})
    },
    getAccessToken: () => session.getAccessToken(client),
    async createWallet(options?: CreateWalletOptions): Promise<WalletAccount> {
      const made = await runWithCallbacks(kit, 'createWallet', async () => ({
        wallet: await (await requests()).createWallet(kit, 'ethereum', options),
      }))
      return made.wallet
    },
    signMessage: (input: { message: string }, options: RequestOptions = {}) =>
      runWithCallbacks(kit, 'signMessage', async () =>
        (await requests()).signMessage(client, { ...options, ...input }),
      ),
    signTypedData: (typedData: TypedDataRequest, options: RequestOptions = {}) =>
      runWithCallbacks(kit, 'signTypedData', async () =>
        (await requests()).signTypedData(client, { ...options, typedData }),
      ),
    signTransaction: (transaction: TransactionRequest, options: RequestOptions = {}) =>
      runWithCallbacks(kit, 'signTransaction', async () =>
        (await requests()).signTransaction(client, { ...options, transaction }),
      ),
    sendTransaction: (transaction: TransactionRequest, options: SendOptions = {}) =>
      runWithCallbacks(kit, 'sendTransaction', async () =>
        (await requests()).sendTransaction(client, { ...options, transaction }),
      ),
  }
}

function isOptions(given: object | undefined): given is LoginOptions {
  return given !== undefined && !('nativeEvent' in given)
}
