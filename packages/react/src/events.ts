import type {
  Account,
  Chain,
  ethereum,
  oauth,
  SolanaCluster,
  User,
  WalletAccount,
} from '@sallyport/core'
import type { AnyConnectedWallet } from './connect-actions.js'
import type { FundingMethod } from './flow/funding-data.js'
import type { LinkMethod } from './flow/link-methods.js'
import type { ProvenMethod } from './flow/screens.js'
import type { SentSolanaTransaction } from './hooks/solana/use-send-transaction.js'

/** What `onComplete` of a login gets (react-api §9). */
export interface LoginCompletion {
  user: User
  isNewUser: boolean
  /** True on page load for a user who is still logged in, and when `login` is called by one. */
  wasAlreadyAuthenticated: boolean
  /** Null when nothing was proven now. */
  loginMethod: ProvenMethod | null
  loginAccount: Account | null
}

/** What every `onError` gets: a code of react-api §10, of the error catalogue, or an EIP-1193 number as text. */
type OnError = (code: string) => void

/** As `OnError`, with the method that was to link or update. */
type OnLinkError = (code: string, details: { linkMethod: LinkMethod }) => void

/** Callbacks by group; every hook instance may register its own (react-api §9). */
export interface Callbacks {
  login: { onComplete?(completion: LoginCompletion): void; onError?: OnError }
  logout: { onSuccess?(): void }
  linkAccount: {
    onSuccess?(given: { user: User; linkMethod: LinkMethod; linkedAccount: Account | null }): void
    onError?: OnLinkError
  }
  update: {
    onSuccess?(given: {
      user: User
      updateMethod: LinkMethod
      updatedAccount: Account | null
    }): void
    onError?: OnLinkError
  }
  connectWallet: { onSuccess?(given: { wallet: AnyConnectedWallet }): void; onError?: OnError }
  configureMfa: { onMfaRequired?(given: { mfaMethods: string[] }): void }
  customAuth: { onAuthenticated?(given: { user: User }): void; onUnauthenticated?(): void }
  createWallet: { onSuccess?(given: { wallet: WalletAccount }): void; onError?: OnError }
  setWalletPassword: { onSuccess?(given: { wallet: WalletAccount }): void; onError?: OnError }
  setWalletRecovery: {
    onSuccess?(given: { method: string; wallet: WalletAccount }): void
    onError?: OnError
  }
  signMessage: { onSuccess?(given: { signature: string }): void; onError?: OnError }
  signTypedData: { onSuccess?(given: { signature: string }): void; onError?: OnError }
  signAuthorization: {
    onSuccess?(given: ethereum.SignedAuthorization): void
    onError?: OnError
  }
  signTransaction: { onSuccess?(given: { signature: string }): void; onError?: OnError }
  sendTransaction: { onSuccess?(given: { hash: string }): void; onError?: OnError }
  sendSolanaTransaction: {
    onSuccess?(given: { response: SentSolanaTransaction }): void
    onError?: OnError
  }
  fundWallet: {
    onUserExited?(given: {
      address: string
      chain: Chain | undefined
      fundingMethod: FundingMethod | null
      balance: bigint | undefined
    }): void
  }
  fundSolanaWallet: {
    onUserExited?(given: {
      address: string
      cluster: SolanaCluster
      fundingMethod: FundingMethod | null
      balance: bigint | undefined
    }): void
  }
  oAuthAuthorization: {
    onOAuthTokenGrant?(given: { oAuthTokens: oauth.OAuthTokens; user: User }): void
  }
  accessToken: {
    onAccessTokenGranted?(given: { accessToken: string }): void
    onAccessTokenRemoved?(): void
  }
}
export type EventGroup = keyof Callbacks

/** The registered callbacks of one provider. */
export interface Events {
  /** Registers callbacks; gives the function that removes them. */
  add<G extends EventGroup>(group: G, callbacks: Callbacks[G]): () => void
  /** Hands each registered set of the group to `call`. */
  emit<G extends EventGroup>(group: G, call: (callbacks: Callbacks[G]) => void): void
}

/** An empty registry. A callback that throws does not stop the others; its error surfaces as unhandled. */
export function createEvents(): Events {
  const groups = new Map<EventGroup, Set<object>>()
  return {
    add(group, callbacks) {
      const set = groups.get(group) ?? new Set()
      groups.set(group, set)
      set.add(callbacks)
      return () => set.delete(callbacks)
    },
    emit<G extends EventGroup>(group: G, call: (callbacks: Callbacks[G]) => void) {
      for (const callbacks of [...(groups.get(group) ?? [])]) {
        try {
          call(callbacks as Callbacks[G]) // `add` put it under this group
        } catch (error) {
          queueMicrotask(() => {
            throw error
          })
        }
      }
    },
  }
}
