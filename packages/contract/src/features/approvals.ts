import * as z from 'zod/mini'
import { base64url } from '../primitives.js'
import { route } from '../route.js'

const sealed = z.strictObject({ enc: base64url, ciphertext: base64url })
const intentId = z.string().check(z.regex(/^[a-z0-9]{24}$/))
const named = z.object({ intent_id: intentId })
const member = ['invalid_data', 'missing_or_invalid_token', 'not_found'] as const
const off = { code: 'feature_not_enabled', status: 400 } as const
const status = z.object({ status: z.string() })

/** What the approval page calls, for members of quorums who are users (docs/features/approvals.md). Ours. */
export const approvals = {
  describe: route({
    method: 'POST',
    path: '/approvals/{intent_id}',
    prefixes: ['/api/v1'],
    auth: 'frame',
    summary: 'The request that a member is asked to approve, with what the signer says of it',
    params: named,
    body: z.strictObject({
      /** Raw P-256 point that the signer seals its answer to. */
      ephemeral_public_key: base64url,
    }),
    response: z.object({
      status: z.string(),
      expires_at: z.number(),
      request: z.object({
        method: z.string(),
        url: z.string(),
        body: z.record(z.string(), z.unknown()),
        headers: z.object({
          'privy-app-id': z.string(),
          'privy-idempotency-key': z.optional(z.string()),
          'privy-request-expiry': z.optional(z.string()),
        }),
      }),
      /** `approvalFacts` of the signer. Null where the intent waits for nothing any more. */
      sealed_facts: z.nullable(sealed),
    }),
    errors: [...member, 'too_many_requests', off],
  }),
  approve: route({
    method: 'POST',
    path: '/approvals/{intent_id}/approve',
    prefixes: ['/api/v1'],
    auth: 'frame',
    summary: 'Add the signature of a member who has approved on the approval page',
    params: named,
    body: z.strictObject({
      /** The key that the page has made for this request: SPKI in base64. */
      public_key: z.string().check(z.maxLength(400)),
      signature: z.string().check(z.minLength(1), z.maxLength(200)),
    }),
    response: status,
    errors: [
      ...member,
      'missing_or_invalid_mfa',
      'older_login_required',
      'login_too_old',
      'too_many_requests',
      off,
    ],
  }),
  reject: route({
    method: 'POST',
    path: '/approvals/{intent_id}/reject',
    prefixes: ['/api/v1'],
    auth: 'frame',
    summary: 'Reject a request as a member of its quorum',
    params: named,
    body: z.strictObject({}),
    response: status,
    errors: [...member, 'too_many_requests', off],
  }),
}
