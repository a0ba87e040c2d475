import { scenes as account } from '../src/features/account/account.scenes.js'
import { scenes as accountActivity } from '../src/features/account/account-activity.scenes.js'
import { scenes as accountAdd } from '../src/features/account/account-add.scenes.js'
import { scenes as accountApps } from '../src/features/account/account-apps.scenes.js'
import { scenes as accountDevices } from '../src/features/account/account-devices.scenes.js'
import { scenes as accountLinked } from '../src/features/account/account-linked.scenes.js'
import { scenes as accountSend } from '../src/features/account/account-send.scenes.js'
import { scenes as accountWallet } from '../src/features/account/account-wallet.scenes.js'
import { scenes as captcha } from '../src/features/captcha/captcha-check.scenes.js'
import { scenes as affirmativeConsent } from '../src/features/consent/affirmative-consent.scenes.js'
import { consentScenes, requestScenes } from '../src/features/cross-app/cross-app.scenes.js'
import { scenes as crossAppAuth } from '../src/features/cross-app-login/cross-app-auth.scenes.js'
import { scenes as linkEmail } from '../src/features/email/link-email.scenes.js'
import { scenes as updateEmail } from '../src/features/email/update-email.scenes.js'
import {
  awaitingConnection,
  awaitingConnectOnly,
  installPhantom,
  phantomInterstitial,
} from '../src/features/external-wallet/connecting.scenes.js'
import { scenes as linkWallet } from '../src/features/external-wallet/link-wallet.scenes.js'
import {
  connectOnly,
  connectOnlyAuthenticated,
  connectOrCreate,
  walletList,
} from '../src/features/external-wallet/wallet-lists.scenes.js'
import { scenes as accountNotFound } from '../src/features/failure/account-not-found.scenes.js'
import { scenes as allowlistRejection } from '../src/features/failure/allowlist-rejection.scenes.js'
import { scenes as error } from '../src/features/failure/error.scenes.js'
import { scenes as inAppBrowser } from '../src/features/failure/in-app-browser.scenes.js'
import { scenes as loginFailed } from '../src/features/failure/login-failed.scenes.js'
import { scenes as userLimitReached } from '../src/features/failure/user-limit-reached.scenes.js'
import { scenes as awaitingFarcaster } from '../src/features/farcaster/awaiting-farcaster-connection.scenes.js'
import { scenes as awaitingFarcasterSigner } from '../src/features/farcaster/awaiting-farcaster-signer.scenes.js'
import * as funding from '../src/features/funding/funding.scenes.js'
import { manualScenes } from '../src/features/funding/manual.scenes.js'
import { scenes as linkConflict } from '../src/features/linking/link-conflict.scenes.js'
import { scenes as landing } from '../src/features/login/landing.scenes.js'
import { scenes as mfaEnrollment } from '../src/features/mfa/enrollment.scenes.js'
import { scenes as mfaPasskey } from '../src/features/mfa/passkey.scenes.js'
import { scenes as mfaRecoveryCodes } from '../src/features/mfa/recovery-codes.scenes.js'
import { scenes as mfaRemove } from '../src/features/mfa/remove.scenes.js'
import { scenes as mfaReset } from '../src/features/mfa/reset.scenes.js'
import { smsCodeScenes, smsScenes } from '../src/features/mfa/sms.scenes.js'
import { scenes as mfaTotp } from '../src/features/mfa/totp.scenes.js'
import { scenes as mfaVerify } from '../src/features/mfa/verify.scenes.js'
import { scenes as awaitingOAuth } from '../src/features/oauth/awaiting-oauth-screen.scenes.js'
import { scenes as awaitingPasswordlessCode } from '../src/features/one-time-code/awaiting-passwordless-code.scenes.js'
import { scenes as awaitingPasskey } from '../src/features/passkey/awaiting-passkey.scenes.js'
import { scenes as linkPasskey } from '../src/features/passkey/link-passkey.scenes.js'
import { scenes as selectPasskey } from '../src/features/passkey/select-passkey.scenes.js'
import {
  automaticScenes,
  createScenes,
  passkeyScenes,
  recoverScenes,
  selectionScenes,
  splashScenes,
  storageScenes,
  updateScenes,
} from '../src/features/recovery/recovery.scenes.js'
import { scenes as signRequest } from '../src/features/signing/embedded-wallet-sign-request.scenes.js'
import { scenes as linkPhone } from '../src/features/sms/link-phone.scenes.js'
import { scenes as updatePhone } from '../src/features/sms/update-phone.scenes.js'
import { scenes as telegramAuth } from '../src/features/telegram/telegram-auth.scenes.js'
import { scenes as sendSolanaTransaction } from '../src/features/transaction/embedded-wallet-send-solana-transaction.scenes.js'
import { scenes as sendTransaction } from '../src/features/transaction/embedded-wallet-send-transaction.scenes.js'
import { scenes as connecting } from '../src/features/wallet/embedded-wallet-connecting.scenes.js'
import { scenes as created } from '../src/features/wallet/embedded-wallet-created.scenes.js'
import { scenes as onAccountCreate } from '../src/features/wallet/embedded-wallet-on-account-create.scenes.js'
import {
  delegationScenes,
  exportScenes,
  importScenes,
  rehearsalScenes,
  revocationScenes,
} from '../src/features/wallet-page/wallet-pages.scenes.js'
import type { ScreenName } from '../src/flow/screens.js'
import type { Scene, States } from '../src/test-kit/scene.js'

/** Every screen of the modal in every state worth looking at; the compiler asks for each screen. */
export const scenes: { [S in ScreenName]: States<S> } = {
  LANDING: landing,
  AWAITING_PASSWORDLESS_CODE: awaitingPasswordlessCode,
  AWAITING_OAUTH_SCREEN: awaitingOAuth,
  CROSS_APP_AUTH_SCREEN: crossAppAuth,
  AWAITING_FARCASTER_CONNECTION: awaitingFarcaster,
  AWAITING_FARCASTER_SIGNER: awaitingFarcasterSigner,
  TELEGRAM_AUTH_SCREEN: telegramAuth,
  CAPTCHA_SCREEN: captcha,
  SELECT_PASSKEY_SIGNUP_OR_LOGIN: selectPasskey,
  AWAITING_PASSKEY_SYSTEM_DIALOGUE: awaitingPasskey,
  LINK_EMAIL_SCREEN: linkEmail,
  LINK_PHONE_SCREEN: linkPhone,
  UPDATE_EMAIL_SCREEN: updateEmail,
  UPDATE_PHONE_SCREEN: updatePhone,
  LINK_WALLET_SCREEN: linkWallet,
  WALLET_LIST_SCREEN: walletList,
  AWAITING_CONNECTION: awaitingConnection,
  CONNECT_OR_CREATE: connectOrCreate,
  CONNECT_ONLY_LANDING_SCREEN: connectOnly,
  CONNECT_ONLY_AUTHENTICATED_SCREEN: connectOnlyAuthenticated,
  AWAITING_CONNECT_ONLY_CONNECTION: awaitingConnectOnly,
  INSTALL_PHANTOM_SCREEN: installPhantom,
  PHANTOM_INTERSTITIAL_SCREEN: phantomInterstitial,
  LINK_PASSKEY_SCREEN: linkPasskey,
  MFA_VERIFY_SCREEN: mfaVerify,
  MFA_ENROLLMENT_FLOW_SCREEN: mfaEnrollment,
  MFA_TOTP_SCREEN: mfaTotp,
  MFA_SMS_SCREEN: smsScenes,
  MFA_SMS_CODE_SCREEN: smsCodeScenes,
  MFA_PASSKEY_SCREEN: mfaPasskey,
  MFA_RECOVERY_CODES_SCREEN: mfaRecoveryCodes,
  MFA_REMOVE_SCREEN: mfaRemove,
  MFA_RESET_SCREEN: mfaReset,
  ACCOUNT_SCREEN: account,
  ACCOUNT_DEVICES_SCREEN: accountDevices,
  ACCOUNT_ACTIVITY_SCREEN: accountActivity,
  ACCOUNT_APPS_SCREEN: accountApps,
  ACCOUNT_ADD_SCREEN: accountAdd,
  ACCOUNT_LINKED_SCREEN: accountLinked,
  ACCOUNT_WALLET_SCREEN: accountWallet,
  ACCOUNT_SEND_SCREEN: accountSend,
  LINK_CONFLICT_SCREEN: linkConflict,
  AFFIRMATIVE_CONSENT_SCREEN: affirmativeConsent,
  EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN: onAccountCreate,
  EMBEDDED_WALLET_CREATED_SCREEN: created,
  EMBEDDED_WALLET_CONNECTING_SCREEN: connecting,
  EMBEDDED_WALLET_KEY_EXPORT_SCREEN: exportScenes,
  EMBEDDED_WALLET_IMPORT_SCREEN: importScenes,
  EMBEDDED_WALLET_RECOVERY_TEST_SCREEN: rehearsalScenes,
  EMBEDDED_WALLET_DELEGATED_ACTIONS_CONSENT_SCREEN: delegationScenes,
  EMBEDDED_WALLET_DELEGATED_ACTIONS_REVOKE_SCREEN: revocationScenes,
  CROSS_APP_CONSENT_SCREEN: consentScenes,
  CROSS_APP_REQUEST_SCREEN: requestScenes,
  EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN: recoverScenes,
  EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN: createScenes,
  EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN: selectionScenes,
  EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN: storageScenes,
  EMBEDDED_WALLET_RECOVERY_PASSKEY_SCREEN: passkeyScenes,
  EMBEDDED_WALLET_SET_AUTOMATIC_RECOVERY_SCREEN: automaticScenes,
  EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN: splashScenes,
  EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN: updateScenes,
  EMBEDDED_WALLET_SIGN_REQUEST_SCREEN: signRequest,
  EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN: sendTransaction,
  EMBEDDED_WALLET_SEND_SOLANA_TRANSACTION_SCREEN: sendSolanaTransaction,
  FUNDING_METHOD_SELECTION_SCREEN: funding.methodScenes,
  FUNDING_TRANSFER_FROM_WALLET_SCREEN: funding.walletScenes,
  FUNDING_EDIT_AMOUNT_SCREEN: funding.amountScenes,
  FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_WALLET_SCREEN: funding.transferScenes,
  FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_SOLANA_WALLET_SCREEN: funding.solTransferScenes,
  FUNDING_AWAITING_EVM_TO_SOL_BRIDGING_SCREEN: funding.evmToSolScenes,
  FUNDING_AWAITING_SOL_TO_EVM_BRIDGING_SCREEN: funding.solToEvmScenes,
  FUNDING_MANUAL_TRANSFER_SCREEN: manualScenes,
  MOONPAY_STATUS_SCREEN: funding.moonpayScenes,
  COINBASE_ONRAMP_STATUS_SCREEN: funding.coinbaseScenes,
  LOGIN_FAILED_SCREEN: loginFailed,
  ERROR_SCREEN: error,
  IN_APP_BROWSER_LOGIN_NOT_POSSIBLE: inAppBrowser,
  ACCOUNT_NOT_FOUND_SCREEN: accountNotFound,
  USER_LIMIT_REACHED_SCREEN: userLimitReached,
  ALLOWLIST_REJECTION_SCREEN: allowlistRejection,
}

/** A scene by its address: its screen and the name of its state. */
export interface Spot {
  screen: ScreenName
  state: string
}

/** Every scene once, in the order of the record. */
export const spots: readonly Spot[] = Object.entries(scenes).flatMap(([screen, states]) =>
  // The keys of the record are the names of screens.
  Object.keys(states).map((state) => ({ screen: screen as ScreenName, state })),
)

/** The scene at a spot; undefined when there is none of that name. */
export function sceneAt({ screen, state }: { screen: string; state: string }): Scene | undefined {
  if (!Object.hasOwn(scenes, screen)) return undefined
  const states: Record<string, Scene> = scenes[screen as ScreenName] // just checked
  return Object.hasOwn(states, state) ? states[state] : undefined
}
