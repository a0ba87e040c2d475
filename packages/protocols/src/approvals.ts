import { base64url, sealed } from '@sallyport/contract'
import * as z from 'zod/mini'
import { authorizedRequest, signerResourceId as resourceId } from './wallet-signing.js'

/* What the API may ask the signer about requests that wait for members: part of `signerCalls`. */
const text = (max: number) => z.string().check(z.maxLength(max))

/** A request on a thing that a quorum owns. */
const proposed = {
  appId: text(80),
  resource: z.enum(['wallets', 'policies', 'key_quorums', 'aggregations', 'condition_sets']),
  id: resourceId,
  request: authorizedRequest,
}
/** The same, for a user who is asked to approve it. */
const approving = { ...proposed, userId: text(80), accessToken: text(8192) }

/** The calls on requests that wait. */
export const approvalCalls = {
  /** Who has signed a request on a thing so far: what an intent shows. Nothing is carried out. `not_found` for a wallet that is archived. */
  countSignatures: {
    input: z.strictObject(proposed),
    output: z.object({
      /** How often the thing was changed. */
      revision: z.number(),
      /** Quorums of which one is enough, the owner first. Empty for a thing without owner. */
      quorums: z.array(
        z.object({
          quorumId: resourceId,
          cast: z.number(),
          needed: z.number(),
          /** Keys that have signed, as the quorum spells them. */
          publicKeys: z.array(z.string()),
          userIds: z.array(z.string()),
        }),
      ),
    }),
  },
  /**
   * Refuses a change that could never be carried out, before its members are asked to sign it: `invalid_request` names the field, as the
   * change itself would. Signatures are not looked at. `ruleId` is of a change of a rule that is there.
   */
  checkChange: {
    input: z.strictObject({ ...proposed, ruleId: z.optional(resourceId) }),
    output: z.object({}),
  },
  /**
   * What a member of a quorum is asked to approve, as the signer has it: `approvalFacts`, sealed by the signer's own key to the page that asks
   * (`approvalSealInfo`, `approvalContext`), so that the API can't put anything else in its place. `not_found` for users who are not members.
   */
  describeApproval: {
    input: z.strictObject({ ...approving, ephemeralPublicKey: base64url }),
    output: z.object({ sealed }),
  },
  /** Lets a key of the approval page sign this one request for its user, until the request ends. `not_found` for users who are not members. */
  addApprovalKey: {
    input: z.strictObject({ ...approving, publicKey: text(400) }),
    output: z.object({ expiresAtMs: z.number() }),
  },
} as const
