/** Why calls of the clients are not made, by what their names match; the first that matches counts. A route that is named here is refused. */
const reasons = [
  [/\/mfa_auth\//, 'second factors at a login are a later issue'],
  [
    /^js-sdk-core funding\.moonpay\.getTransactionStatus$/,
    'it asks MoonPay itself, and not the server',
  ],
  [
    /intents\(\)\.(transfer|createPolicyRule|deletePolicyRule|updatePolicy|updatePolicyRule|updateKeyQuorum)$/,
    'proposed as the other kinds are; apps/server/src/features/intents has a test of each way',
  ],
  [
    /organizations\(\)|ky[cb]\.|externalFiatAccounts|depositAccounts|earn\(\)|payout\(\)|swaps?(\(\))?\.|tron\(\)|createWalletsWithRecovery|getGasSpend/,
    'out of scope (wire reference §45)',
  ],
  [
    /wallets\(\)\.(rpc|rawSign|export|exportSeedPhrase|assignEntity|authenticateWithJwt|ethereum\(\)\.sign(Secp256k1|UserOperation)|solana\(\)\.sign(Transaction|AndSendTransaction))$|requestSigner\(\)|requestFormatter\(\)/,
    'the same routes as the calls that are made, with other bodies; tests of the server and the signer have them',
  ],
  [
    /walletApi\.(create|getWallets?|rpc|deletePolicy|deleteRuleFromPolicy|updateRuleInPolicy|getPolicy|getRuleInPolicy|getTransaction|importWallet|generateUserSigner|updateAuthorizationKey)$|walletApi\.(ethereum|solana)\.(secp256k1Sign|sign7702Authorization|sign(Message|TypedData|Transaction)|s\w+Transaction)$/,
    'the same routes as the calls of the newest client; older server-auth names wallets by address',
  ],
  [/signWithUserSigner/, 'wallets of pages that are kept by a server: none of ours are'],
  [
    /[wW]ebhooks?(\(\)\.verify)?$/,
    'verified without a server: apps/server/src/webhooks/webhooks.test.ts does it by svix and standardwebhooks, which the clients use',
  ],
  [/getProvider$/, 'the old name of getEthereumProvider'],
  [/embeddedWallet\.setMessagePoster$/, 'the same as setMessagePoster of the client'],
  [/setCallbacks|mfa\.setProxy|getRequestExpiry|getIntentRequestExpiry/, 'no request'],
]

/** The reason, as a sentence; undefined when a call should be covered. */
export function reasonOf(name) {
  return reasons.find(([pattern]) => pattern.test(name))?.[1]
}
