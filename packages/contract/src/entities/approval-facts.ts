import * as z from 'zod/mini'

/** What the signer says to a member of a quorum who is asked to approve a request: by its own rows, whatever the API has. */
export const approvalFacts = z.object({
  /** SHA-256 of the bytes that are signed, in base64url: it names the request. */
  name: z.string(),
  /** The wallet that the request is about; null for changes of policies and quorums. */
  wallet: z.nullable(
    z.object({
      chainType: z.enum(['ethereum', 'solana', 'bitcoin-segwit', 'bitcoin-taproot']),
      address: z.string(),
    }),
  ),
  /** Quorums of which one is enough, the owner first. */
  quorums: z.array(
    z.object({
      cast: z.number(),
      needed: z.number(),
      /** The user, directly or in a quorum inside. */
      isMember: z.boolean(),
      hasSigned: z.boolean(),
    }),
  ),
})
export type ApprovalFacts = z.output<typeof approvalFacts>

/** HPKE `info` of `approvalFacts`, sealed by the signer's key; the AAD is `approvalContext(…)`. */
export const approvalSealInfo = 'sallyport/approval-facts/v1'

/** Whom the facts are for. */
export function approvalContext({ appId, userId }: { appId: string; userId: string }): string {
  return JSON.stringify(['sallyport approval facts v1', appId, userId])
}
