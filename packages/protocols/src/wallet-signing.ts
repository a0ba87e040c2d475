import { base64url } from '@sallyport/contract'
import * as z from 'zod/mini'

/* What the API may ask the signer to sign with server wallets (wire.md 24, 36): part of `signerCalls`. */
const text = (max: number) => z.string().check(z.maxLength(max))
/** The id of a wallet, quorum, policy, rule, limit or set. */
export const signerResourceId = z.string().check(z.regex(/^[a-z][a-z0-9]{23}$/))

/** A request of an app's back end, as its authorization signatures cover it (wire.md 25). */
export const authorizedRequest = z.strictObject({
  method: z.optional(z.enum(['POST', 'PUT', 'PATCH', 'DELETE'])),
  /** As the client used it. */
  url: text(2048),
  /** The JSON body; an empty object where there is none. A list for the values of a set. */
  body: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]),
  headers: z.strictObject({
    'privy-app-id': text(80),
    'privy-idempotency-key': z.optional(text(256)),
    'privy-request-expiry': z.optional(text(20)),
  }),
  /** DER, base64. Those that do not verify count for nothing. */
  signatures: z.array(text(200)).check(z.maxLength(20)),
})
export type AuthorizedRequest = z.output<typeof authorizedRequest>

const quantityText = text(80).check(z.regex(/^\d{1,78}$/))
/** What the API has filled into a transaction from the node, in decimal text. What the body says wins. */
export const filledTransaction = z.strictObject({
  chain_id: z.optional(quantityText),
  nonce: z.optional(quantityText),
  gas_limit: z.optional(quantityText),
  gas_price: z.optional(quantityText),
  max_fee_per_gas: z.optional(quantityText),
  max_priority_fee_per_gas: z.optional(quantityText),
  // Of an operation that a paymaster pays for (ERC-4337). `nonce` is then the one of the authorization, where there has to be one.
  operation_nonce: z.optional(quantityText),
  call_gas_limit: z.optional(quantityText),
  verification_gas_limit: z.optional(quantityText),
  pre_verification_gas: z.optional(quantityText),
  paymaster: z.optional(text(42).check(z.regex(/^0x[0-9a-fA-F]{40}$/))),
  paymaster_data: z.optional(text(20_002).check(z.regex(/^0x(?:[0-9a-fA-F]{2})*$/))),
  paymaster_verification_gas_limit: z.optional(quantityText),
  paymaster_post_op_gas_limit: z.optional(quantityText),
})
export type FilledTransaction = z.output<typeof filledTransaction>
/** One at most: several calls are made by one transaction. */
const filled = z.optional(z.array(filledTransaction).check(z.maxLength(1)))
/** The same request was signed before: it is signed again with the same numbers but higher fees. */
const replaces = z.optional(z.boolean())
/** Whether the request is only judged: nothing is signed, taken or remembered, and `data` is empty. */
const isTrial = z.optional(z.boolean())

const ofWallet = { appId: text(80), walletId: signerResourceId }

/** The calls that sign. */
export const walletSigningCalls = {
  /**
   * Signs what `POST …/wallets/{id}/rpc` or `…/raw_sign` asks for. Of a method that sends, the answer holds what is to be sent:
   * `signed_transaction`, or `signed_operation` where a paymaster pays. Beyond the vault's refusals: `policy_violation`, and `replayed` for an idempotency key
   * that was used for another body or more than 24 hours ago.
   */
  signWithWallet: {
    input: z.strictObject({
      ...ofWallet,
      apiShare: base64url,
      request: authorizedRequest,
      filled,
      replaces,
      isTrial,
    }),
    output: z.object({
      data: z.record(z.string(), z.unknown()),
      /** What was signed with: of a request that was answered before, what was filled in then. */
      filled,
    }),
  },
  /**
   * Signs the transaction that carries out `POST …/wallets/{id}/transfer`: its one effect has to be the transfer that was signed for.
   * The answer is the one of `signWithWallet` for `rpc`.
   */
  signTransfer: {
    input: z.strictObject({
      ...ofWallet,
      apiShare: base64url,
      request: authorizedRequest,
      /** Body of an rpc call with a method that sends: eth_sendTransaction, signAndSendTransaction or bitcoin_sendPsbt. */
      rpc: z.record(z.string(), z.unknown()),
      filled,
      replaces,
      isTrial,
      /** Places of the asset's amount after the decimal point. */
      decimals: z.int().check(z.minimum(0), z.maximum(36)),
    }),
    output: z.object({ data: z.record(z.string(), z.unknown()), filled }),
  },
  /**
   * Signs a transaction of the wallet to itself that moves nothing, with the nonce and fees that are given: in the place of one that was
   * signed, by `POST …/wallets/{id}/transactions/{id}/cancel`; or before one that was signed for the request, which waits for that nonce.
   */
  signNoop: {
    input: z.strictObject({ ...ofWallet, apiShare: base64url, request: authorizedRequest, filled }),
    output: z.object({ data: z.record(z.string(), z.unknown()), filled }),
  },
} as const
