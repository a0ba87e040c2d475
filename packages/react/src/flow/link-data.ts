import type { Account, oauth, User, WalletAccount } from '@sallyport/core'
import type { LinkMethod } from './link-methods.js'
import type { CrossAppVisit } from './oauth-data.js'

/** What an app may say about the account to link (react-api §4, §5). */
export interface LinkOptions {
  /** The wallet the user is expected to link. */
  suggestedAddress?: string
  /** Wallets to offer, by their names in the provider's `config`. */
  walletList?: readonly string[]
  walletChainType?: 'ethereum-only' | 'solana-only' | 'ethereum-and-solana'
  /** The answer of a provider that this page was loaded with (ours, not for apps). */
  oauthReturn?: oauth.OAuthReturn
  /** A visit at another app that has begun (ours, not for apps). */
  visit?: CrossAppVisit
  /** Of a Telegram mini app. */
  launchParams?: { initDataRaw?: string }
}

/** A transfer that the user wants to make; it is asked for once more as any request. */
export interface Transfer {
  wallet: WalletAccount
  to: string
  /** In the smallest unit of the network's coin. */
  units: bigint
  /** The same as it is read: `0.5 ETH`. */
  amount?: string
}

/** An account that the server has added to the user, moved to them or changed. */
export interface Linked {
  user: User
  method: LinkMethod
  /** The account as it is now; null when the answer has no account that differs from before. */
  account: Account | null
}

/** An account that belongs to another user of the app, who is deleted when it is moved (wire reference §13). */
export interface LinkConflict {
  method: LinkMethod
  account: { type: string; displayName: string }
  /** Embedded wallets of the other user. */
  otherWallets: readonly string[]
  /** Moves the account to this user. Works once. */
  transfer(): Promise<Linked>
}
