import * as z from 'zod/mini'
import {
  type DelegationConsent,
  delegationConsent,
  delegationPolicy,
  programName,
} from '../entities/delegation-consent.js'
import { programChoice } from '../entities/program-choice.js'
import { success, uuid, walletIndex } from '../primitives.js'
import { programHeads } from '../programs-api.js'
import { route } from '../route.js'

const { programs: heads } = programHeads
const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))
const clientId = text(80)
/** Letters as a user types them: with or without the dash, in any case. */
const userCode = text(20)
const decimal = z.string().check(z.maxLength(78), z.regex(/^(0|[1-9][0-9]*)$/))
const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const caip2 = z.string().check(z.regex(/^eip155:[1-9]\d{0,15}$/))
const named = z.object({
  app_id: clientId,
  wallet_id: z.string().check(z.regex(/^[a-z][a-z0-9]{23}$/)),
})
const prefixes = ['/api/v1'] as const

/** The grant type of RFC 8628. */
export const deviceGrantType = 'urn:ietf:params:oauth:grant-type:device_code'

/** What a program would like to be allowed. The user decides. */
const asked = z.strictObject({
  /** What for, in the program's words. */
  purpose: z.optional(z.string().check(z.maxLength(200), z.regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u))),
  choice: z.optional(programChoice),
})

const limit = z.object({
  /** `native`, or the contract of a token. */
  asset: z.string(),
  /** Of a token that is in the server's list; else null. */
  symbol: z.nullable(z.string()),
  decimals: z.nullable(z.number()),
  /** In the smallest unit, in any 24 hours. */
  most: z.string(),
  /** Null where the signer does not answer. */
  left: z.nullable(z.string()),
})

/** What a program may do, and until when. */
export const programGrant = z.object({
  /** Names the grant; it ends by it. */
  id: uuid,
  client_name: z.string(),
  wallets: z.array(z.object({ id: z.string(), address: z.string(), chain_type: z.string() })),
  /** What the signer keeps to. */
  policy: delegationPolicy,
  /** Of the network that it may pay on, in the policy's order. Empty where it reads only. */
  limits: z.array(limit),
  /** Unix seconds. */
  created_at: z.number(),
  ends_at: z.number(),
  last_used_at: z.nullable(z.number()),
})
export type ProgramGrant = z.output<typeof programGrant>

/* By name: written out in each route, they would be most of the declarations. */
interface GrantSchema extends z.ZodMiniType<ProgramGrant, ProgramGrant> {}
interface ConsentSchema extends z.ZodMiniType<DelegationConsent, DelegationConsent> {}
const grantSchema: GrantSchema = programGrant
const consentSchema: ConsentSchema = delegationConsent

const off = 'feature_not_enabled'
const ofProgram = [
  'invalid_data',
  'missing_or_invalid_privy_app_id',
  'missing_or_invalid_token',
  'user_has_not_delegated_wallet',
  'too_many_requests',
  off,
] as const
const ofPage = ['invalid_data', 'not_found', 'too_many_requests', off] as const
const ofUser = [
  ...ofPage,
  'missing_or_invalid_token',
  'missing_or_invalid_mfa',
  'login_too_old',
  'linked_account_not_found',
] as const

/** Programs that act with a wallet of a user, within what the user has picked (RFC 8628, docs/features/agents.md). Ours. */
export const programs = {
  authorize: route({
    method: 'POST',
    path: '/device_authorization',
    prefixes,
    auth: 'none',
    summary: 'A program asks for access to a wallet: codes for itself and for its user (RFC 8628)',
    body: z.strictObject({
      /** The app's id. */
      client_id: clientId,
      /** What the program calls itself. */
      client_name: programName,
      /** The key that the program signs with: P-256 SPKI in base64. */
      public_key: text(200),
      asked: z.optional(asked),
    }),
    response: z.object({
      device_code: z.string(),
      user_code: z.string(),
      verification_uri: z.string(),
      verification_uri_complete: z.string(),
      /** Seconds. */
      expires_in: z.number(),
      /** The least seconds between two questions for the token. */
      interval: z.number(),
    }),
    errors: ['invalid_data', 'missing_or_invalid_privy_app_id', 'too_many_requests', off],
  }),
  token: route({
    method: 'POST',
    path: '/device/token',
    prefixes,
    auth: 'none',
    summary:
      'What the user has allowed the program, once: a grant for the key of the program, and no session. `error` is the code of RFC 8628 until then',
    body: z.strictObject({
      grant_type: z.literal(deviceGrantType, `grant_type must be ${deviceGrantType}`),
      device_code: text(200),
      client_id: clientId,
    }),
    response: z.object({ grant: grantSchema }),
    errors: [
      'invalid_data',
      'missing_or_invalid_privy_app_id',
      'too_many_requests',
      'authorization_pending',
      'slow_down',
      'access_denied',
      'expired_token',
      'invalid_grant',
      off,
    ],
  }),
  status: route({
    method: 'POST',
    path: '/device/{app_id}/wallets/{wallet_id}/status',
    prefixes,
    auth: 'none',
    summary: 'What the program may do and has left. Signed by its key',
    params: named,
    body: z.strictObject({}),
    response: z.object({ grant: grantSchema }),
    errors: ofProgram,
  }),
  balance: route({
    method: 'POST',
    path: '/device/{app_id}/wallets/{wallet_id}/balance',
    prefixes,
    auth: 'none',
    summary: 'What the wallet holds on a network. Signed by the key of the program',
    params: named,
    body: z.strictObject({
      caip2,
      /** Contract of a token; by default the network’s coin. */
      token: z.optional(address),
    }),
    response: z.object({
      asset: z.string(),
      symbol: z.nullable(z.string()),
      decimals: z.nullable(z.number()),
      /** In the smallest unit. */
      amount: z.string(),
    }),
    errors: [...ofProgram, 'not_supported'],
  }),
  fill: route({
    method: 'POST',
    path: '/device/{app_id}/wallets/{wallet_id}/fill',
    prefixes,
    auth: 'none',
    summary:
      'Nonce, gas and fees of a transaction, by the deployment’s node. Signed by the key of the program',
    params: named,
    body: z.strictObject({
      caip2,
      to: address,
      value: z.optional(decimal),
      data: z.optional(z.string().check(z.maxLength(20_000), z.regex(/^0x(?:[0-9a-fA-F]{2})*$/))),
    }),
    response: z.object({
      nonce: z.string(),
      gas_limit: z.string(),
      max_fee_per_gas: z.string(),
      max_priority_fee_per_gas: z.string(),
    }),
    errors: [...ofProgram, 'not_supported', 'insufficient_funds', 'transaction_broadcast_failure'],
  }),
  rpc: route({
    method: 'POST',
    path: '/device/{app_id}/wallets/{wallet_id}/rpc',
    prefixes,
    auth: 'none',
    summary:
      'Sign or send within what the user has allowed; the signer checks it again. Signed by the key of the program',
    params: named,
    body: z.looseObject({ method: text(64) }),
    response: z.object({
      method: z.string(),
      data: z.looseObject({
        signature: z.optional(z.string()),
        hash: z.optional(z.string()),
        transaction_id: z.optional(z.string()),
      }),
    }),
    errors: [
      ...ofProgram,
      'policy_violation',
      'not_supported',
      'not_found',
      'insufficient_funds',
      'transaction_broadcast_failure',
    ],
  }),
  describe: route({
    method: 'POST',
    path: '/device/request',
    prefixes,
    auth: 'wallet-page',
    summary: 'The program that shows a code, before its user decides',
    body: z.strictObject({ user_code: userCode }),
    response: z.object({
      client_name: z.string(),
      public_key: z.string(),
      asked,
      /** Unix seconds. */
      expires_at: z.number(),
    }),
    errors: ofPage,
  }),
  refuse: route({
    method: 'POST',
    path: '/device/refuse',
    prefixes,
    auth: 'wallet-page',
    summary: 'Refuse a program',
    body: z.strictObject({ user_code: userCode }),
    response: success,
    errors: ofPage,
  }),
  openConsent: route({
    method: 'POST',
    path: '/device/consent',
    prefixes,
    auth: 'frame',
    summary: 'The consent to what the user has picked for a program',
    body: z.strictObject({
      user_code: userCode,
      wallet_id: uuid,
      wallet_index: walletIndex,
      choice: programChoice,
    }),
    response: z.object({ consent: consentSchema }),
    errors: ofUser,
  }),
  allow: route({
    method: 'POST',
    path: '/device/allow',
    prefixes,
    auth: 'frame',
    summary: 'Give the consent, with both halves of the key where the program may pay',
    body: z.strictObject({
      user_code: userCode,
      consent: consentSchema,
      /** Null where the program reads only: then nothing can be signed. */
      halves: z.nullable(
        z.strictObject({
          /** Sealed to the signer: `enc` and `ciphertext` in base64url with a dot between them. */
          encrypted_tee_share: text(2048),
          /** The API’s half, in base64url. */
          app_share: text(512),
        }),
      ),
    }),
    response: success,
    errors: ofUser,
  }),
  list: route({
    ...heads.list,
    summary: 'The programs that may act with wallets of the user',
    response: z.object({ grants: z.array(grantSchema) }),
    errors: ['missing_or_invalid_token'],
  }),
  end: route({
    ...heads.end,
    summary: 'End what a program may do. When it has answered, nothing more is signed',
    params: z.object({ grant_id: uuid }),
    response: success,
    errors: ['missing_or_invalid_token', 'not_found'],
  }),
}
