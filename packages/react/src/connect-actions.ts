import { errorCode } from '@sallyport/core'
import type { ChosenWallet, Goal, LinkOptions, LoginMethod } from './flow/screens.js'
import type { ConnectedSolanaWallet } from './hooks/solana/use-solana-wallets.js'
import type { ConnectedWallet } from './hooks/use-wallets.js'
import type { Kit } from './kit.js'
import type { Ending } from './modal/modal.js'

/** What an app may say about the wallet to connect (react-api §4). */
export type ConnectWalletOptions = Pick<
  LinkOptions,
  'suggestedAddress' | 'walletList' | 'walletChainType'
>

/** The wallet that `connectWallet` ends with. */
export type AnyConnectedWallet = ConnectedWallet | ConnectedSolanaWallet

/** The functions that open the modal to connect a wallet. */
export type Connecting = ReturnType<typeof createConnecting>

const known = new WeakMap<Kit, Connecting>()

/** The connecting functions of one kit, the same ones for its life. Not a part of the kit: pages without them do not load them. */
export function connectingOf(kit: Kit): Connecting {
  const connecting = known.get(kit) ?? createConnecting(kit)
  known.set(kit, connecting)
  return connecting
}

function createConnecting(kit: Kit) {
  return {
    /** Opens the modal to connect a wallet without a signature. The `connectWallet` callbacks receive the result. */
    connectWallet(given?: ConnectWalletOptions | object) {
      // Used as an event handler it receives the event.
      const options = isOptions(given) ? given : {}
      const isLoggedIn = kit.client.state.user !== null
      void follow(kit, { goal: 'connect', options, isLoggedIn })
    },
    /** As `connectWallet`, with a wallet that was chosen before the page was opened in its app. */
    resume(wallet: ChosenWallet) {
      const isLoggedIn = kit.client.state.user !== null
      void follow(kit, { goal: 'connect', options: {}, isLoggedIn, wallet })
    },
    /** Opens the modal for any wallet: one the user has, or one that a login creates. */
    connectOrCreateWallet() {
      void follow(kit, { goal: 'connect-or-create' })
    },
  }
}

/** Opens the modal and tells the app how it ended. */
async function follow(kit: Kit, goal: Goal): Promise<void> {
  const { events, modal } = kit
  const fail = (code: string) => events.emit('connectWallet', (each) => each.onError?.(code))
  const ended = await new Promise<Ending>((resolve) => {
    const broken = (error: Error) => fail(errorCode(error, 'unknown_connect_wallet_error'))
    modal.open(goal, { place: 'next', onEnd: resolve, fail: broken })
  })
  if (ended.at === 'failed') return fail(ended.code)
  // The values of these goals: the connected address, or the methods that can create a wallet.
  const value = ended.value as string | { createBy: LoginMethod[] }
  try {
    const { createByLogin, tellConnected } = await import('./tell-connected.js')
    if (typeof value === 'string') tellConnected(kit, value)
    else createByLogin(kit, value.createBy)
  } catch (error) {
    fail(errorCode(error, 'unknown_connect_wallet_error'))
  }
}

function isOptions(given: object | undefined): given is ConnectWalletOptions {
  return given !== undefined && !('nativeEvent' in given)
}
