/* More of the vendor's words, apart from the others: a page needs none of them before it opens a window or a wallet. */

/** How a window of an OAuth login tells the page that opened it (wire reference §18.2). */
export const oauthWindow = {
  channel: 'popup-privy-oauth',
  announcement: 'PRIVY_OAUTH_USE_BROADCAST_CHANNEL',
  response: 'PRIVY_OAUTH_RESPONSE',
  error: 'PRIVY_OAUTH_ERROR',
} as const

/** Value of the code parameter when the user refused at the provider (wire reference §18.1). */
export const oauthRefused = 'undefined'

/** What a window of another app's wallet posts to the page that opened it (wire reference §18.4). */
export const crossAppAnswers = {
  response: 'PRIVY_CROSS_APP_ACTION_RESPONSE',
  error: 'PRIVY_CROSS_APP_ACTION_ERROR',
} as const

/** Requests to the wallets of another app: by a key of the user, and by a smart wallet (wire reference §18.4). */
export const crossAppMethods = {
  message: { embedded: 'personal_sign', smart: 'privy_signSmartWalletMessage' },
  typedData: { embedded: 'eth_signTypedData_v4', smart: 'privy_signSmartWalletTypedData' },
  transaction: { embedded: 'eth_sendTransaction', smart: 'privy_sendSmartWalletTx' },
} as const

/** Words of the clients' RPC choice order (wire reference §31). */
export const chainRpc = {
  /** Key in a chain's `rpcUrls` that beats every other URL. */
  overrideKey: 'privyWalletOverride',
  /** Key in a chain's `rpcUrls` of the provider's own URL. */
  providerKey: 'privy',
  /** Query parameter that names the app on the provider's URL. */
  appIdParameter: 'privyAppId',
} as const

/** Web storage keys that a page reads only while a login or wallet needs them (wire reference §6.2). */
export const lateStorageKeys = {
  /** External wallets that were connected. */
  connections: 'privy:connections',
  oauthState: 'privy:state_code',
  oauthVerifier: 'privy:code_verifier',
  oauthHeadless: 'privy:headless_oauth',
  oauthDisableSignup: 'privy:oauth_disable_signup',
  /** State of a login whose provider is open in a window of its own (ours). */
  oauthWindow: 'sallyport:oauth-window',
  /** A visit at Google for access to a recovery file (ours). */
  recoveryVisit: 'sallyport:recovery-visit',
} as const

/** Query parameters of a page that was opened again in the browser of a wallet's app (wire reference §6.4). */
export const walletReturn = {
  connector: 'privy_connector',
  client: 'privy_wallet_client',
  connectOnly: 'privy_connect_only',
  /** Of a session that the user already has (wire reference §6.4). */
  token: 'privy_token',
} as const

/** Where a page keeps that it reported a start with this config (wire reference §6.2). */
export const startReported = (appId: string, digest: string) => `privy:sent:${appId}:${digest}`
