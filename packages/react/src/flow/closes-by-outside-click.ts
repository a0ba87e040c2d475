import type { ScreenName } from './screens.js'

/**
 * Whether a click beside the modal closes it. From the code screen on it does not: users come back from their inbox by a
 * click anywhere on the page. Escape and the close button always close.
 */
export const closesByOutsideClick = {
  LANDING: true,
  AWAITING_PASSWORDLESS_CODE: false,
  AWAITING_OAUTH_SCREEN: false,
  AWAITING_FARCASTER_CONNECTION: false,
  TELEGRAM_AUTH_SCREEN: false,
  SELECT_PASSKEY_SIGNUP_OR_LOGIN: true,
  AWAITING_PASSKEY_SYSTEM_DIALOGUE: false,
  LINK_EMAIL_SCREEN: true,
  LINK_PHONE_SCREEN: true,
  UPDATE_EMAIL_SCREEN: true,
  UPDATE_PHONE_SCREEN: true,
  LINK_WALLET_SCREEN: true,
  WALLET_LIST_SCREEN: true,
  // The user answers in the wallet's own window, and comes back by a click on the page.
  AWAITING_CONNECTION: false,
  CONNECT_OR_CREATE: true,
  CONNECT_ONLY_LANDING_SCREEN: true,
  CONNECT_ONLY_AUTHENTICATED_SCREEN: true,
  AWAITING_CONNECT_ONLY_CONNECTION: false,
  INSTALL_PHANTOM_SCREEN: true,
  PHANTOM_INTERSTITIAL_SCREEN: true,
  LINK_PASSKEY_SCREEN: true,
  ACCOUNT_SCREEN: true,
  ACCOUNT_ADD_SCREEN: true,
  ACCOUNT_LINKED_SCREEN: true,
  ACCOUNT_WALLET_SCREEN: true,
  ACCOUNT_SEND_SCREEN: true,
  LINK_CONFLICT_SCREEN: false,
  AFFIRMATIVE_CONSENT_SCREEN: false,
  EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN: false,
  EMBEDDED_WALLET_CREATED_SCREEN: false,
  EMBEDDED_WALLET_CONNECTING_SCREEN: true,
  EMBEDDED_WALLET_SIGN_REQUEST_SCREEN: true,
  EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN: true,
  EMBEDDED_WALLET_SEND_SOLANA_TRANSACTION_SCREEN: true,
  LOGIN_FAILED_SCREEN: true,
  ERROR_SCREEN: true,
  IN_APP_BROWSER_LOGIN_NOT_POSSIBLE: true,
  ACCOUNT_NOT_FOUND_SCREEN: true,
  USER_LIMIT_REACHED_SCREEN: true,
  ALLOWLIST_REJECTION_SCREEN: true,
} satisfies Record<ScreenName, boolean>
