/** Why calls of the clients are not made, by what their names match; the first that matches counts. A route that is named here is refused. */
const reasons = [
  [/\/mfa_auth\//, 'second factors at a login are a later issue'],
  [
    /^js-sdk-core funding\.moonpay\.getTransactionStatus$/,
    'it asks MoonPay itself, and not the server',
  ],
  [
    /walletApi\.rpc$|walletApi\.\w+\.(sign(Message|TypedData|Transaction)|s\w+Transaction)$/,
    'it names wallets by the id of a wallet on the server; wallets of users have none, and older server-auth is used instead',
  ],
  [
    /walletApi\.|wallets\(\)\.|policies\(\)|keyQuorums\(\)|transactions\(\)|(request\w+)\(\)\.|signWithUserSigner|\/wallets($|\/:)|getGasSpend/,
    'wallets whose keys are on the server are a later issue',
  ],
  [
    /intents\(\)|organizations\(\)|kyc\.|externalFiatAccounts/,
    'out of scope (wire reference §34.15)',
  ],
  [/[wW]ebhooks?(\(\)\.verify)?$/, 'the server sends no webhooks yet'],
  [/getProvider$/, 'the old name of getEthereumProvider'],
  [/embeddedWallet\.setMessagePoster$/, 'the same as setMessagePoster of the client'],
  [/setCallbacks|mfa\.setProxy|getRequestExpiry|getIntentRequestExpiry/, 'no request'],
]

/** The reason, as a sentence; undefined when a call should be covered. */
export function reasonOf(name) {
  return reasons.find(([pattern]) => pattern.test(name))?.[1]
}
