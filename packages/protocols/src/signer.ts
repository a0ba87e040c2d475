import { base64url, delegationConsent, sealed, uuid } from '@sallyport/contract'
import * as z from 'zod/mini'
import { approvalCalls } from './approvals.js'
import { policyCalls } from './policies.js'
import { serverWalletCalls } from './server-wallets.js'
import { vaultCalls } from './vault.js'
import { authorizedRequest, walletSigningCalls } from './wallet-signing.js'

/** What the signer says to a member who is asked to approve. */
export { type ApprovalFacts, approvalContext, approvalSealInfo } from '@sallyport/contract'
/** The body of a request is the wallet API's. */
export {
  type DelegatedRequest,
  type DelegatedTransaction,
  delegatedMethods,
  delegatedRequest,
} from '@sallyport/contract/wallet-api'
export {
  type PolicyRefusalDetails,
  policyRefusal,
  type RefusalDetails,
  refusalDetails,
} from './policies.js'
export { authorizationKeyBody, keyQuorumBody, walletChange } from './server-wallets.js'
export { walletShareContext, walletShareSealInfo } from './wallet-share.js'
export type { AuthorizedRequest, FilledTransaction } from './wallet-signing.js'

/*
 * What the API may ask the signer (apps/signer) over its own Unix socket, in the form of
 * the vault's calls. The signer verifies the user's token, the consent, the app's authorization signatures and the policy itself.
 */
const text = (max: number) => z.string().check(z.maxLength(max))
const user = { appId: text(80), userId: text(80) }

/** Every call of the signer. */
export const signerCalls = {
  health: vaultCalls.health,
  pinAppKey: vaultCalls.pinAppKey,
  changeAppKey: vaultCalls.changeAppKey,
  /** Draws the id of a consent that the user is about to give. It can be used once, within ten minutes. */
  openConsent: {
    input: z.strictObject({ ...user, accessToken: text(8192) }),
    output: z.object({ consentId: uuid }),
  },
  /** Keeps the signer's half of a key, after both halves have given the consent's address. */
  storeDelegation: {
    input: z.strictObject({
      accessToken: text(8192),
      consent: delegationConsent,
      sealedShare: sealed,
      appShare: base64url,
    }),
    output: z.object({}),
  },
  /** Deletes the signer's halves of all wallets of a user and ends the consents that are being given; or of the one consent that is named. */
  revokeDelegations: {
    input: z.strictObject({ ...user, consentId: z.optional(uuid) }),
    output: z.object({ revoked: z.array(uuid) }),
  },
  /** What the limits of a user's consents have left. Consents that are not given, or have ended, are left out. */
  readConsents: {
    input: z.strictObject({
      ...user,
      consentIds: z.array(uuid).check(z.maxLength(50)),
    }),
    output: z.object({
      consents: z.array(
        z.object({
          consentId: uuid,
          /** In the policy's order: the network's coin, then its tokens, as `<chain id>:<contract>`; amounts in decimal text. */
          limits: z.array(z.object({ asset: z.string(), most: z.string(), left: z.string() })),
        }),
      ),
    }),
  },
  /** Deletes everything of a user who was deleted. Safe to repeat. */
  deleteUser: { input: z.strictObject(user), output: z.object({}) },
  /** Carries out a request of the app's back end. Beyond the vault's refusals: `policy_violation`. */
  signRequest: {
    input: z.strictObject({
      consentId: uuid,
      appShare: base64url,
      request: authorizedRequest,
    }),
    output: z.object({ data: z.record(z.string(), z.string()) }),
  },
  ...serverWalletCalls,
  ...walletSigningCalls,
  ...approvalCalls,
  ...policyCalls,
} as const satisfies Record<string, { input: z.ZodMiniType; output: z.ZodMiniType }>

export type SignerCall = keyof typeof signerCalls
export type SignerInput<C extends SignerCall> = z.output<(typeof signerCalls)[C]['input']>
export type SignerOutput<C extends SignerCall> = z.output<(typeof signerCalls)[C]['output']>
