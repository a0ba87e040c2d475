import * as z from 'zod/mini'
import { chainType, chainTypes, walletIndex } from './primitives.js'

/*
 * The one protocol between an app's page and the wallet frame (wire reference §20, ruling 6).
 * Request: `{ id, event, data }` as an object or a JSON string. Answer: `{ id, event, data }` or `{ id, event, error }`,
 * always an object, exactly once per id. Unknown fields in `data` are ignored: public clients send more than we read.
 */

/** Error types of the frame (wire reference §20.5). They carry a code and a safe text, never anything from inside. */
export const frameErrorTypes = [
  'wallet_not_on_device',
  'missing_or_invalid_mfa',
  'mfa_verification_max_attempts_reached',
  'mfa_timeout',
  'invalid_recovery_pin',
  'insufficient_funds',
  'invalid_request_arguments',
  // Ours, not of the wire reference: the server refused the access token. Public clients treat it as `error`.
  'missing_or_invalid_token',
  // Ours: a confirmation in the frame (ruling 7) was refused or left without an answer; the page did not show it.
  // Public clients treat both as `error`.
  'user_rejected',
  'confirmation_not_shown',
  'error',
] as const
export type FrameErrorType = (typeof frameErrorTypes)[number]
export const frameError = z.object({ type: z.string(), message: z.string() })

const token = { accessToken: z.string().check(z.minLength(1), z.maxLength(8192)) }
/** Every chain type of the wire has one, also those the kit makes no wallets for. */
const verifier = z.enum(chainTypes.map((each) => `${each}-address-verifier` as const))
/** Names a root by the address of its first wallet. */
const entropy = {
  entropyId: z.string().check(z.minLength(1), z.maxLength(128)),
  entropyIdVerifier: verifier,
}
/** What public clients leave out, or send as null. */
const text = z.optional(z.nullable(z.string()))
const recoveryFields = {
  recoveryMethod: text,
  recoveryPassword: text,
  recoveryKey: text,
  recoveryAccessToken: text,
  recoverySecretOverride: text,
}
const optionalIndex = z.optional(z.nullable(walletIndex))
const empty = z.object({})
const address = z.object({ address: z.string() })
const publicKey = z.object({ publicKey: z.string() })

/** A call inside `rpc`; parameters are checked by the method's own schema in the frame. */
export const rpcRequest = z.object({
  method: z.string().check(z.maxLength(64)),
  params: z.unknown(),
})
const rpcResponse = z.object({ method: z.string(), data: z.unknown() })

/** Every event the frame answers: request and answer data. What is not in the table is refused. */
export const frameEvents = {
  'privy:iframe:ready': { data: empty, response: empty },
  'privy:wallet:create': {
    data: z.object({
      ...token,
      ...recoveryFields,
      solanaAddress: text,
    }),
    response: address,
  },
  'privy:wallets:create': {
    // Ours: the root to derive from, for a user who has one. Public clients leave it out, and the frame finds it itself.
    data: z.object({
      ...token,
      entropyId: text,
      entropyIdVerifier: z.optional(z.nullable(verifier)),
      ...recoveryFields,
      chainType,
    }),
    response: address,
  },
  'privy:wallets:add': {
    data: z.object({ ...token, ...entropy, chainType, hdWalletIndex: walletIndex }),
    response: address,
  },
  'privy:wallets:connect': {
    data: z.object({ ...token, ...entropy }),
    response: z.object({ entropyId: z.string() }),
  },
  'privy:wallets:recover': {
    data: z.object({ ...token, ...entropy, ...recoveryFields }),
    response: z.object({ entropyId: z.string() }),
  },
  'privy:wallets:rpc': {
    data: z.object({
      ...token,
      ...entropy,
      chainType,
      hdWalletIndex: walletIndex,
      requesterAppId: text,
      request: rpcRequest,
    }),
    response: z.object({ address: z.string(), chainType, response: rpcResponse }),
  },
  'privy:wallet:connect': { data: z.object({ ...token, address: z.string() }), response: address },
  'privy:wallet:recover': {
    data: z.object({ ...token, address: z.string(), ...recoveryFields }),
    response: address,
  },
  'privy:wallet:rpc': {
    data: z.object({
      ...token,
      address: z.string(),
      hdWalletIndex: optionalIndex,
      request: rpcRequest,
    }),
    response: z.object({ address: z.string(), response: rpcResponse }),
  },
  'privy:solana-wallet:create': {
    data: z.object({
      ...token,
      ...recoveryFields,
      ethereumAddress: text,
    }),
    response: publicKey,
  },
  'privy:solana-wallet:create-additional': {
    data: z.object({ ...token, primaryPublicKey: z.string(), hdWalletIndex: walletIndex }),
    response: publicKey,
  },
  'privy:solana-wallet:connect': {
    data: z.object({ ...token, publicKey: z.string() }),
    response: publicKey,
  },
  'privy:solana-wallet:recover': {
    data: z.object({ ...token, publicKey: z.string(), ...recoveryFields }),
    response: publicKey,
  },
  'privy:solana-wallet:rpc': {
    data: z.object({
      ...token,
      publicKey: z.string(),
      hdWalletIndex: optionalIndex,
      request: rpcRequest,
    }),
    response: z.object({ publicKey: z.string(), response: rpcResponse }),
  },
  'privy:mfa:clear': {
    data: z.object({ userId: text }),
    response: empty,
  },
  // Ours: the page gives up a request that waits for a confirmation; that request is answered `user_rejected`.
  'sallyport:confirm:cancel': {
    data: z.object({ requestId: z.string() }),
    response: empty,
  },
} as const satisfies Record<string, { data: z.ZodMiniType; response: z.ZodMiniType }>

export type FrameEvent = keyof typeof frameEvents
/** What the page sends with `E`. */
export type FrameRequestData<E extends FrameEvent> = z.input<(typeof frameEvents)[E]['data']>
/** What the frame answers to `E`. */
export type FrameResponseData<E extends FrameEvent> = z.output<(typeof frameEvents)[E]['response']>

/** The envelope of an answer. */
export type FrameAnswer = { id: string; event: string } & (
  | { data: unknown }
  | { error: { type: FrameErrorType; message: string } }
)
