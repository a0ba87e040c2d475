import { errorCode, session, type WalletAccount } from '@sallyport/core'
import type { Callbacks } from './events.js'
import type {
  CreateWalletOptions,
  RequestOptions,
  TransactionRequest,
  TypedDataRequest,
} from './hooks/requests.js'
import type { Kit, LoginOptions } from './kit.js'
import { loadWallets } from './load-wallets.js'

/** What hooks hand out: one function each, the same for as long as the provider lives. */
export type Actions = ReturnType<typeof createActions>

/** Groups whose callbacks are a success and an error code. */
type SettledGroup = Exclude<keyof Callbacks, 'login' | 'logout' | 'accessToken'>

/** Runs `work` and tells the callbacks of `group` how it went; rejects as `work` does. */
export async function settled<T>(
  { events }: Pick<Kit, 'events'>,
  group: SettledGroup,
  work: () => Promise<T>,
): Promise<T> {
  try {
    const value = await work()
    // Each group's `onSuccess` takes what its own work gives.
    events.emit(group, (each) => (each.onSuccess as ((given: T) => void) | undefined)?.(value))
    return value
  } catch (error) {
    const code = errorCode(error, 'unknown_embedded_wallet_error')
    events.emit(group, (each) => each.onError?.(code))
    throw error
  }
}

/** The actions of one kit. Those of a wallet fetch its code first. */
export function createActions(kit: Pick<Kit, 'client' | 'events' | 'login'>) {
  const { client } = kit
  const requests = async () => (await loadWallets()).requests
  return {
    login(options?: LoginOptions | object) {
      // An event handler's argument is no option.
      kit.login(isOptions(options) ? options : {})
    },
    getAccessToken: () => session.getAccessToken(client),
    async createWallet(options?: CreateWalletOptions): Promise<WalletAccount> {
      const made = await settled(kit, 'createWallet', async () => ({
        wallet: await (await requests()).createWallet(client, 'ethereum', options),
      }))
      return made.wallet
    },
    signMessage: (input: { message: string }, options: RequestOptions = {}) =>
      settled(kit, 'signMessage', async () =>
        (await requests()).signMessage(client, { ...options, ...input }),
      ),
    signTypedData: (typedData: TypedDataRequest, options: RequestOptions = {}) =>
      settled(kit, 'signTypedData', async () =>
        (await requests()).signTypedData(client, { ...options, typedData }),
      ),
    signTransaction: (transaction: TransactionRequest, options: RequestOptions = {}) =>
      settled(kit, 'signTransaction', async () =>
        (await requests()).signTransaction(client, { ...options, transaction }),
      ),
    sendTransaction: (transaction: TransactionRequest, options: RequestOptions = {}) =>
      settled(kit, 'sendTransaction', async () =>
        (await requests()).sendTransaction(client, { ...options, transaction }),
      ),
  }
}

function isOptions(given: object | undefined): given is LoginOptions {
  return given !== undefined && !('nativeEvent' in given)
}
