import type {
  AppConfig,
  automaticRecoveryMethod,
  CloudStorageName,
  EmbeddedChain,
} from '@sallyport/contract'
import type { RecoveryRequest, WalletAccount } from '@sallyport/core'
import type { LoggedIn, Screen } from './screens.js'

type Nothing = Record<never, never>

/** A recovery of the user's own that an app can offer. */
export type RecoveryOption =
  AppConfig['embedded_wallet_config']['user_owned_recovery_options'][number]

/** A recovery that can be chosen: one of the user's own, or the automatic one. */
export type RecoveryChoice = RecoveryOption | typeof automaticRecoveryMethod

/** Wallets that are to be created with a recovery of the user's own, for a login or, without one, for the app. */
export interface Creation {
  chains: readonly EmbeddedChain[]
  login: LoggedIn | null
}

/** What a recovery is chosen for: a wallet that exists, or wallets that are to be created. */
export type RecoveryTarget = { wallet: WalletAccount } | { creates: Creation }

/** What an app may ask of the modal about recovery. */
export type RecoveryGoal =
  /** `storage`: the one that this page's address has an answer for. */
  | { goal: 'set-recovery'; wallet: WalletAccount; storage?: CloudStorageName }
  | { goal: 'set-passcode'; wallet: WalletAccount }
  | { goal: 'create-wallets'; creates: Creation }
  /** A secret that an operation of the run below, or of the app, waits for. */
  | { goal: 'recover'; request: RecoveryRequest }

/** How setting a recovery ends. */
interface SetOutcomes {
  changed: { wallet: WalletAccount }
  created: { wallets: WalletAccount[] }
  /** The account is used without a wallet for now. */
  later: Nothing
}

/** The screens of recovery by a secret of the user. */
export interface RecoveryScreens {
  EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN: Screen<
    { request: RecoveryRequest },
    { recovered: Nothing; gaveUp: Nothing }
  >
  EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN: Screen<{ creates: Creation }, SetOutcomes>
  EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN: Screen<
    { wallet: WalletAccount },
    { continues: { wallet: WalletAccount } }
  >
  EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN: Screen<{ wallet: WalletAccount }, SetOutcomes>
  EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN: Screen<
    { options: readonly RecoveryChoice[]; target: RecoveryTarget },
    { chosen: { method: RecoveryChoice }; later: Nothing }
  >
  EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN: Screen<
    { storage: CloudStorageName } & (
      | { request: RecoveryRequest; target: null }
      | { request: null; target: RecoveryTarget; isGivenUp?: true }
      /** The recovery of a wallet is about to be tested. */
      | { request: null; target: { wallet: WalletAccount }; isTested: true }
    ),
    SetOutcomes & {
      recovered: Nothing
      gaveUp: Nothing
      opened: { wallet: WalletAccount; storageToken: string }
    }
  >
  EMBEDDED_WALLET_RECOVERY_PASSKEY_SCREEN: Screen<
    | { request: RecoveryRequest; target: null }
    | { request: null; target: RecoveryTarget; isGivenUp?: true },
    SetOutcomes & { recovered: Nothing; gaveUp: Nothing; closed: Nothing }
  >
  /** Automatic recovery in place of a secret of the user, which is given a last time. */
  EMBEDDED_WALLET_SET_AUTOMATIC_RECOVERY_SCREEN: Screen<
    { wallet: WalletAccount },
    SetOutcomes & { continues: { wallet: WalletAccount } }
  >
}
