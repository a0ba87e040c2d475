/* More of the vendor's words, apart from the others: a page needs none of them before it opens a window or a wallet. */

/** How a window of an OAuth login tells the page that opened it (wire reference §18.2). */
export const oauthWindow = {
  channel: 'popup-privy-oauth',
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
