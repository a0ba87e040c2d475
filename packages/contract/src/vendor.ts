/** The vendor's words that existing public clients put on the wire. Spelled here and nowhere else (ruling 2). */

/** Prefix of every user id on the wire, for example `did:privy:cm3np4u9j001rc8b73seqmqqk`. */
export const userIdPrefix = 'did:privy:'
/** Token issuer on the wire unless a deployment sets another: public server SDKs pin it. */
export const defaultIssuer = 'privy.io'
/** `wallet_client_type` of an embedded wallet on the wire. */
export const embeddedWalletClientType = 'privy'
/** How a wallet that the app's back end holds for the user is recovered: not at all, its key is never in a browser (wire reference §35). */
export const serverHeld = 'privy-v2'
/** `recovery_method` of automatic recovery on the wire. */
export const automaticRecoveryMethod = 'privy'

/** Prefix of another app as an OAuth provider, before its 25-character id. */
export const crossAppProviderPrefix = 'privy:'

/** Request headers of the browser and server clients (wire reference §3). */
export const headers = {
  appId: 'privy-app-id',
  clientId: 'privy-client-id',
  client: 'privy-client',
  analyticsId: 'privy-ca-id',
  ui: 'privy-ui',
  mfaToken: 'privy-mfa-token',
  farcasterChannelToken: 'farcaster-channel-token',
  retryAttempt: 'privy-retry-attempt',
  nativeAppId: 'x-native-app-identifier',
  /** Ours: at a login, where its wallet grant can be kept (`canNameWalletKey`, `cookiesAreKept`), or a key that the wallet frame registered. */
  walletKey: 'sallyport-wallet-key',
  /** Ours: what such a frame presents in place of a cookie. */
  walletGrant: 'sallyport-wallet-grant',
  /** Ours: the answer to `data.work` of a refusal with `too_many_requests`. */
  workProof: 'sallyport-work-proof',
} as const

/** In the header `walletKey`: the client can ask the wallet frame for a key, and is told to with `wallet_key_required`. */
export const canNameWalletKey = 'ask'

/** How the header `client` of our SDK begins. It shows the frame's confirmation of a login that is added, so nothing less is accepted. */
export const ownClient = 'sallyport-core:'

/** Request headers of the wallet API (wire reference §24, §25, §29), which no page of ours calls. */
export const walletHeaders = {
  authorizationSignature: 'privy-authorization-signature',
  idempotencyKey: 'privy-idempotency-key',
  requestExpiry: 'privy-request-expiry',
  skipSimulation: 'x-privy-skip-simulation',
} as const

/** Cookies the browser clients write (wire reference §6.3). */
export const cookies = {
  accessToken: 'privy-token',
  identityToken: 'privy-id-token',
  refreshToken: 'privy-refresh-token',
  session: 'privy-session',
} as const

/** Web storage keys of the browser clients (wire reference §6.2). */
export const storageKeys = {
  accessToken: 'privy:token',
  refreshToken: 'privy:refresh_token',
  identityToken: 'privy:id_token',
  analyticsId: 'privy:caid',
  guestCredential: (appId: string) => `privy:guest:${appId}`,
  recentLoginMethod: (appId: string) => `privy:${appId}:recent-login-method`,
  /** What another app lets this one ask for signatures by. */
  crossAppToken: (providerAppId: string) => `privy:cross-app:${providerAppId}`,
} as const

/** Parameters of the URL that an OAuth login returns to (wire reference §6.4). */
export const oauthParameters = {
  code: 'privy_oauth_code',
  state: 'privy_oauth_state',
  provider: 'privy_oauth_provider',
} as const
