import type { LoginChain } from '@sallyport/contract'
import type { WalletAccount } from '@sallyport/core'
import type { Screen } from './screens.js'

type Nothing = Record<never, never>
type OfWallet = { wallet: WalletAccount }

/** The screens around the pages of the wallet's origin, and the one that ends what such a page has allowed. */
export interface PageScreens {
  EMBEDDED_WALLET_KEY_EXPORT_SCREEN: Screen<OfWallet, { closed: Nothing }>
  EMBEDDED_WALLET_IMPORT_SCREEN: Screen<
    { chainType: LoginChain },
    { imported: { address: string }; closed: Nothing }
  >
  /** `storageToken`: access to the cloud storage that keeps the recovery. */
  EMBEDDED_WALLET_RECOVERY_TEST_SCREEN: Screen<
    OfWallet & { storageToken?: string },
    { closed: Nothing }
  >
  EMBEDDED_WALLET_DELEGATED_ACTIONS_CONSENT_SCREEN: Screen<
    OfWallet,
    { allowed: Nothing; closed: Nothing }
  >
  EMBEDDED_WALLET_DELEGATED_ACTIONS_REVOKE_SCREEN: Screen<
    Nothing,
    { revoked: Nothing; closed: Nothing }
  >
}

/** What such a screen is opened for. */
export type PageGoal =
  | { goal: 'export' | 'rehearsal' | 'delegate'; wallet: WalletAccount }
  | { goal: 'import'; chainType: LoginChain }
  | { goal: 'revoke-delegations' }
