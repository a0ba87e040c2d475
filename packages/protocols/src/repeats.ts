import type { SignerCall } from './signer.js'
import type { VaultCall } from './vault.js'

/**
 * Whether a call that may have been carried out, because its answer did not come, may be made again elsewhere: `repeat` where the second time
 * changes nothing and answers the same; `once` where it would be counted twice, use up something that is good once, or be refused.
 */
export type Repeats<C extends string> = Readonly<Record<C, 'repeat' | 'once'>>

/** Of the vault. */
export const vaultRepeats = {
  health: 'repeat',
  pinAppKey: 'repeat',
  changeAppKey: 'once',
  // The same id and value again is accepted.
  storeRecoveryKey: 'repeat',
  // Changes are counted.
  pinContacts: 'once',
  // Releases are counted, and a request is answered once.
  releaseRecoveryKey: 'once',
  pinRoot: 'repeat',
  deleteRecoveryKeys: 'repeat',
  deleteUser: 'repeat',
  factorKey: 'repeat',
  listFactors: 'repeat',
  // Codes are good once, and attempts are counted.
  startFactor: 'once',
  confirmFactor: 'once',
  verifyFactor: 'once',
  removeFactor: 'once',
  makeRecoveryCodes: 'once',
  // One that runs is not restarted, and one that is over is not completed again.
  startFactorReset: 'repeat',
  cancelFactorReset: 'repeat',
  completeFactorReset: 'repeat',
} as const satisfies Repeats<VaultCall>

/** Of the signer. What draws a key, changes a row or signs is made once: the app's back end sends its request again, with its idempotency key. */
export const signerRepeats = {
  health: 'repeat',
  pinAppKey: 'repeat',
  changeAppKey: 'once',
  openConsent: 'once',
  storeDelegation: 'once',
  revokeDelegations: 'once',
  readConsents: 'repeat',
  deleteUser: 'repeat',
  signRequest: 'once',
  createWallet: 'once',
  beginImport: 'once',
  importWallet: 'once',
  confirmWallet: 'once',
  readWallet: 'repeat',
  updateWallet: 'once',
  archiveWallet: 'once',
  restoreWallet: 'once',
  exportWallet: 'once',
  createQuorum: 'once',
  readQuorum: 'repeat',
  updateQuorum: 'once',
  deleteQuorum: 'once',
  registerAuthorizationKey: 'once',
  createUserKey: 'once',
  signWithWallet: 'once',
  signTransfer: 'once',
  signNoop: 'once',
  countSignatures: 'repeat',
  checkChange: 'repeat',
  describeApproval: 'repeat',
  addApprovalKey: 'once',
  createPolicy: 'once',
  readPolicy: 'repeat',
  updatePolicy: 'once',
  deletePolicy: 'once',
  addRule: 'once',
  updateRule: 'once',
  deleteRule: 'once',
  evaluatePolicy: 'repeat',
  replayPolicy: 'repeat',
  createAggregation: 'once',
  readAggregation: 'repeat',
  updateAggregation: 'once',
  deleteAggregation: 'once',
  createConditionSet: 'once',
  readConditionSet: 'repeat',
  updateConditionSet: 'once',
  deleteConditionSet: 'once',
  addConditionSetItems: 'once',
  replaceConditionSetItems: 'once',
  deleteConditionSetItem: 'once',
  listConditionSetItems: 'repeat',
  readWalletSettings: 'repeat',
  updateWalletSettings: 'once',
} as const satisfies Repeats<SignerCall>
