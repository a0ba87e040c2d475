/** In the header `walletKey` of a login: the wallet frame has found that its cookies are kept. */
export const cookiesAreKept = 'cookies'
