/* How the signer seals the API's half of a server wallet's secret. */

/** HPKE `info` of the API's half of a wallet's secret; the AAD is `walletShareContext(…)`. */
export const walletShareSealInfo = 'sallyport/server-wallet-share/v1'

/** What the API's half is bound to on its way. */
export function walletShareContext({ appId: app, walletId }: { appId: string; walletId: string }) {
  return JSON.stringify(['sallyport server wallet share v1', app, walletId])
}
