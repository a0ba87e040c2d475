/** Routes that the server has and no case calls yet. */
const built = /\/recovery\/(oauth\/|configuration_icloud)|smart_wallets/

/** Why calls of the clients are not made, by what their names match. The first that matches counts. */
const reasons = [
  [built, 'the server has it; its own tests call it'],
  [/\/mfa_auth\//, 'second factors at a login are a later issue'],
  [
    / recovery\.|setRecovery|\/recovery\/|delegateWallets|\/wallets\/(delegate|revoke)$|delegated\.revoke/,
    'recovery and delegation are issue 14',
  ],
  [
    / funding\.|crossApp\.|\/funding\/|\/plugins\/|cross-app|getSmartWalletConfig|\/oauth\/(authorization_code|verify)$|createWallets|pregenerateWallets/,
    'funding and cross-app are issue 15',
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

/** Whether the server refuses the call because it does not have it. */
export function isLater(name) {
  return reasonOf(name) !== undefined && !built.test(name)
}
