export { answerOnSocket } from './answer-on-socket.js'
export { bytesColumns } from './bytes-columns.js'
export {
  type Answer,
  authOrigin,
  browserCookies,
  type CallOptions,
  callRoute,
  type Failure,
  headersOf,
  type Server,
  testOrigin,
  walletCookieOf,
} from './call.js'
export { cbor } from './cbor.js'
export { createTestDatabase, type TestDatabase } from './database.js'
export {
  type AuthorizationKey,
  authorizationSignature,
  consentBody,
  createAuthorizationKey,
  delegateAndSign,
} from './delegated-wallet.js'
export {
  addressOf,
  createDelegatedWorld,
  type DelegatedWorld,
  messageRequest,
  paymentRequest,
} from './delegated-world.js'
export {
  debianPostgresFolder,
  fetchThrough,
  groupOf,
  hasUser,
  hasUserTools,
  idOf,
  installedDebianPostgres,
  type Ports,
  postgresFolder,
  startPostgres,
  startProxy,
  tryRun,
} from './deployment.js'
export { freePort } from './free-port.js'
export { fuzz, fuzzTimeFactor } from './fuzz.js'
export { hostileJson, hostileTexts, valuesOf } from './hostile-values.js'
export {
  createHostileWorld,
  createInhabitant,
  createWallet,
  type HostileWorld,
  type Inhabitant,
} from './hostile-world.js'
export { countQueries, dumpTables, encodingsOf } from './inspect.js'
export {
  authorizeIntent,
  eventsOf,
  type ShownIntent,
  signIntent,
  waitingIntentIn,
} from './intents.js'
export { createIssuer, type Issuer, signJws } from './issuer.js'
export {
  asSignedIn,
  createTestKit,
  type SignedIn,
  type TestKit,
  type TestKitOptions,
} from './kit.js'
export { createKitWithVault } from './kit-with-vault.js'
export { createListeningWorld } from './listening-world.js'
export { type MailServer, startMailServer } from './mail-server.js'
export { createMailbox, type Mailbox } from './mailbox.js'
export {
  type AnyAnswer,
  createMethods,
  type MatrixCell,
  type MethodEntry,
  type MethodName,
  matrixCells,
  methodNames,
  type Proven,
  type Prover,
  present,
} from './methods/index.js'
export {
  createOAuthVisits,
  northwind,
  northwindSettings,
  type OAuthVisits,
  type Simulator,
  type StartedLogin,
  simulatedOutbound,
  type VisitOptions,
} from './oauth.js'
export {
  coseKey,
  createTestAuthenticator,
  type PasskeyUse,
  type TestPasskey,
} from './passkeys.js'
export { type ProductionLayout, startProductionLayout } from './production-layout.js'
export { fillTables, genericPlan, readsOfAllApps, wholeReads } from './query-plans.js'
export { type ProxyName, type RealProxy, startRealProxy } from './real-proxy.js'
export { runUntilMoment } from './run-until-moment.js'
export { seal as sealAsFrame } from './seal-as-frame.js'
export { createSecretFolder, type SecretFolder } from './secret-file.js'
export { createSlowProxy, type SlowProxy } from './slow-proxy.js'
export { type SpecifiedCall, specifiedCalls } from './specified-calls.js'
export { listFactor, storeSettings, storeStepUp } from './store-rows.js'
export { createTelegramBot, type TelegramBot, type TelegramUser } from './telegram.js'
export {
  addAccountsBody,
  addGenerationBody,
  authShareBody,
  claimAccount,
  confirmBody,
  createBody,
  createTestDevice,
  custodyOf,
  readBack,
  signAsRoot,
  type TestDevice,
  type TestDeviceOwner,
} from './test-device.js'
export {
  recoverBody,
  recoveryKeyBody,
  releaseInput,
  replaceRecoveryKeyBody,
} from './test-recovery.js'
export { createTestSigner, type TestSigner } from './test-signer.js'
export { createTestVault, type TestVault, type TestVaultOptions } from './test-vault.js'
export {
  callThrough,
  makeWallet,
  openWallet,
  type ProxyBrowser,
  settingsOf,
  withCookies,
} from './through-proxy.js'
export { totpCodeAt } from './totp.js'
export { asUser, canSwitchUser, createSocketFolder, testUsers } from './two-users.js'
export { idleVault } from './vault.js'
export { newWalletKey, registerWalletKey } from './wallet-key.js'
export * from './wallet-world.js'
export {
  createEthereumWallet,
  createSolanaWallet,
  type LoginMessageFields,
  type TestWallet,
  writeLoginMessage,
} from './wallets.js'
