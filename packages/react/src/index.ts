'use client'

export type {
  AccountEvent,
  Chain,
  SolanaCluster,
  User,
  UserSession,
  WalletAccount,
} from '@sallyport/core'
export {
  addRpcUrlOverrideToChain,
  addSallyportRpcToChain,
  errorIndicatesMaxMfaRetries,
  errorIndicatesMfaTimeout,
  errorIndicatesMfaVerificationFailed,
} from '@sallyport/core'
export { Captcha, type CaptchaProps } from './captcha.js'
export type { CustomAuth, Price, PricedAsset, SallyportConfig } from './config.js'
export type { AnyConnectedWallet, ConnectWalletOptions } from './connect-actions.js'
export type { Messages } from './copy/catalogue.js'
export { ErrorCode } from './error-codes.js'
export type { Callbacks, LoginCompletion } from './events.js'
export type { CreateOnLogin } from './flow/after-login.js'
export type { FundingMethod } from './flow/funding-data.js'
export type { LinkMethod } from './flow/link-methods.js'
export type { LinkOptions, LoginMethod } from './flow/screens.js'
export type { FundWalletOptions } from './funding-calls.js'
export { getEmbeddedConnectedWallet } from './get-embedded-connected-wallet.js'
export { type ConnectedSolanaWallet, useSolanaWallets } from './hooks/solana/use-solana-wallets.js'
export { useAcceptTerms } from './hooks/use-accept-terms.js'
export { useActiveWallet } from './hooks/use-active-wallet.js'
export { type AddFundsOptions, useAddFunds } from './hooks/use-add-funds.js'
export type { OtpFlowState } from './hooks/use-code-login.js'
export { useConnectOrCreateWallet } from './hooks/use-connect-or-create-wallet.js'
export { useConnectWallet } from './hooks/use-connect-wallet.js'
export { useCreateWallet } from './hooks/use-create-wallet.js'
export { useCrossAppAccounts } from './hooks/use-cross-app-accounts.js'
export {
  type CustomAuthFlowState,
  type JwtSync,
  useCustomAuth,
  useLinkJwtAccount,
  useSubscribeToJwtAuthWithFlag,
  useSyncJwtBasedAuthState,
} from './hooks/use-custom-auth.js'
export { useDelegatedActions } from './hooks/use-delegated-actions.js'
export { useExportWallet } from './hooks/use-export-wallet.js'
export { useFarcasterSigner } from './hooks/use-farcaster-signer.js'
export { useFundWallet } from './hooks/use-fund-wallet.js'
export { useGetAccessTokenForProvider } from './hooks/use-get-access-token-for-provider.js'
export { useGuestAccounts } from './hooks/use-guest-accounts.js'
export { useIdentityToken } from './hooks/use-identity-token.js'
export { useImportWallet } from './hooks/use-import-wallet.js'
export { useLinkAccount } from './hooks/use-link-account.js'
export {
  useLinkEmail,
  useLinkFarcaster,
  useLinkPasskey,
  useLinkPhone,
  useLinkTelegram,
  useLinkWallet,
} from './hooks/use-link-one.js'
export { useLinkWithPasskey } from './hooks/use-link-with-passkey.js'
export { useLinkWithSiwe } from './hooks/use-link-with-siwe.js'
export { useLinkWithSiws } from './hooks/use-link-with-siws.js'
export { useLogin } from './hooks/use-login.js'
export { useLoginWithEmail } from './hooks/use-login-with-email.js'
export { useLoginToFrame, useLoginWithFarcasterV2 } from './hooks/use-login-with-farcaster.js'
export { type OAuthFlowState, useLoginWithOAuth } from './hooks/use-login-with-oauth.js'
export {
  type PasskeyFlowState,
  useLoginWithPasskey,
  useSignupWithPasskey,
} from './hooks/use-login-with-passkey.js'
export { type SiweLogin, useLoginWithSiwe } from './hooks/use-login-with-siwe.js'
export { useLoginWithSiws } from './hooks/use-login-with-siws.js'
export { useLoginWithSms } from './hooks/use-login-with-sms.js'
export { type TelegramFlowState, useLoginWithTelegram } from './hooks/use-login-with-telegram.js'
export { useLogout } from './hooks/use-logout.js'
export type { SiweFlowState } from './hooks/use-message-login.js'
export { useMfa } from './hooks/use-mfa.js'
export { useMfaEnrollment } from './hooks/use-mfa-enrollment.js'
export { useModalStatus } from './hooks/use-modal-status.js'
export { useOAuthTokens } from './hooks/use-oauth-tokens.js'
export { usePrograms } from './hooks/use-programs.js'
export { useRecoverEmbeddedWallet } from './hooks/use-recover-embedded-wallet.js'
export { useRegisterMfaListener } from './hooks/use-register-mfa-listener.js'
export { useSallyport } from './hooks/use-sallyport.js'
export { useSendTransaction } from './hooks/use-send-transaction.js'
export { useSessions } from './hooks/use-sessions.js'
export { useSetWalletPassword, useSetWalletRecovery } from './hooks/use-set-wallet-recovery.js'
export { useSign7702Authorization } from './hooks/use-sign-7702-authorization.js'
export { useSignMessage } from './hooks/use-sign-message.js'
export { useSignTransaction } from './hooks/use-sign-transaction.js'
export { useSignTypedData } from './hooks/use-sign-typed-data.js'
export { useToken } from './hooks/use-token.js'
export { useTransfer } from './hooks/use-transfer.js'
export {
  useUnlinkCrossAppAccount,
  useUnlinkEmail,
  useUnlinkFarcaster,
  useUnlinkOAuth,
  useUnlinkPasskey,
  useUnlinkPhone,
  useUnlinkTelegram,
  useUnlinkWallet,
} from './hooks/use-unlink-one.js'
export { useUpdateAccount } from './hooks/use-update-account.js'
export { useUpdateEmail } from './hooks/use-update-email.js'
export { useUpdatePhone } from './hooks/use-update-phone.js'
export { useUser } from './hooks/use-user.js'
export { type ConnectedWallet, useWallets } from './hooks/use-wallets.js'
export { useX402Fetch } from './hooks/use-x402-fetch.js'
export type { LoginOptions } from './kit.js'
export { LoginModal, type LoginModalProps } from './login-modal.js'
export { getAccessToken } from './outside-react.js'
export { SallyportProvider, type SallyportProviderProps } from './provider.js'
export { SUPPORTED_CHAINS } from './supported-chains.js'
export type { Theme } from './theme/tokens.js'
export { toViemAccount, type ViemAccount } from './to-viem-account.js'
export type { TransferInput } from './transfer-calls.js'
export { UserButton, type UserButtonProps } from './user-button.js'
export { VERSION } from './version.js'
export type {
  CreateWalletOptions,
  RequestOptions,
  SendOptions,
  TransactionRequest,
  TypedDataRequest,
} from './wallet-requests.js'
