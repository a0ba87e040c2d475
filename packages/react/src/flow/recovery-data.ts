import type { RecoveryRequest, WalletAccount } from '@sallyport/core'
import type { Screen } from './screens.js'

type Nothing = Record<never, never>

/** The screens of recovery passcodes. */
export interface RecoveryScreens {
  EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN: Screen<
    { request: RecoveryRequest },
    { recovered: Nothing; gaveUp: Nothing }
  >
  EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN: Screen<
    { wallet: WalletAccount },
    { continues: { wallet: WalletAccount } }
  >
  EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN: Screen<
    { wallet: WalletAccount },
    { changed: { wallet: WalletAccount } }
  >
}
