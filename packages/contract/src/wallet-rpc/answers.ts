import * as z from 'zod/mini'
import type { WalletRpc } from './body.js'

const hex = z.object({ signature: z.string(), encoding: z.literal('hex') })
const base64 = z.object({ signature: z.string(), encoding: z.literal('base64') })
const sent = z.object({
  hash: z.string(),
  caip2: z.string(),
  transaction_id: z.optional(z.string()),
  reference_id: z.optional(z.string()),
  user_operation_hash: z.optional(z.string()),
  signed_transaction: z.optional(z.string()),
})
const sealed = z.object({
  encryption_type: z.literal('HPKE'),
  ciphertext: z.string(),
  encapsulated_key: z.string(),
})
const signedBase64 = z.object({ signed_transaction: z.string(), encoding: z.literal('base64') })

/** `data` of the answer to each method. A refusal is always an error with its status (wire reference §36). */
export const walletRpcAnswers = {
  personal_sign: hex,
  eth_signTypedData_v4: hex,
  eth_signTransaction: z.object({ signed_transaction: z.string(), encoding: z.literal('rlp') }),
  eth_sendTransaction: sent,
  // The hash comes later, by `GET /transactions/{id}`.
  wallet_sendCalls: z.object({ caip2: z.string(), transaction_id: z.string() }),
  eth_signUserOperation: hex,
  eth_sign7702Authorization: z.object({
    authorization: z.object({
      contract: z.string(),
      chain_id: z.union([z.string(), z.number()]),
      nonce: z.union([z.string(), z.number()]),
      r: z.string(),
      s: z.string(),
      y_parity: z.number(),
    }),
  }),
  secp256k1_sign: hex,
  signMessage: base64,
  signTransaction: signedBase64,
  signAndSendTransaction: sent,
  bitcoin_signMessage: base64,
  bitcoin_signPsbt: z.object({
    signed_psbt: z.string(),
    encoding: z.literal('base64'),
    /** The transaction for the network, in hex, where the signatures complete it. */
    signed_transaction: z.optional(z.string()),
  }),
  bitcoin_sendPsbt: sent,
  exportPrivateKey: sealed,
  exportSeedPhrase: sealed,
} as const satisfies Record<WalletRpc['method'], z.ZodMiniType>

/** `data` of the answer, by method. */
export type WalletRpcData = {
  [M in keyof typeof walletRpcAnswers]: z.output<(typeof walletRpcAnswers)[M]>
}

const walletRpcAnswerSchema = z.object({
  method: z.string(),
  data: z.union([
    hex,
    base64,
    signedBase64,
    sent,
    sealed,
    walletRpcAnswers.eth_signTransaction,
    walletRpcAnswers.wallet_sendCalls,
    walletRpcAnswers.eth_sign7702Authorization,
    walletRpcAnswers.bitcoin_signPsbt,
  ]),
})
type WalletRpcAnswerForm = typeof walletRpcAnswerSchema
/** Named, so that other declarations refer to it. */
export interface WalletRpcAnswerSchema extends WalletRpcAnswerForm {}
/** An answer of `POST /wallets/{wallet_id}/rpc`. */
export const walletRpcAnswer: WalletRpcAnswerSchema = walletRpcAnswerSchema
