import * as z from 'zod/mini'
import type { EmbeddedChain } from './chains.js'
import type { FrameErrorType, StorageProblem } from './frame-errors.js'
import {
  address,
  askedAnswer,
  askedData,
  empty,
  entropy,
  grantData,
  optionalIndex,
  proving,
  publicKey,
  recoveryFields,
  rpcRequest,
  rpcResponse,
  text,
  texts,
  token,
  verifier,
} from './frame-fields.js'
import { chainType, walletIndex } from './primitives.js'

/*
 * The one protocol between an app's page and the wallet frame (wire reference §20, ruling 6).
 * Request: `{ id, event, data }` as an object or a JSON string. Answer: `{ id, event, data }` or `{ id, event, error }`,
 * always an object, exactly once per id. Unknown fields in `data` are ignored: public clients send more than we read.
 */

/** What guards and clients need to know of an event besides its data; every row says all of it. */
interface FramePolicy {
  /** The chain whose key signs what the page gives; `requested`: the one `data.chainType` names. */
  signs: EmbeddedChain | 'requested' | null
  /**
   * Whether the frame may answer `missing_or_invalid_mfa`: clients then ask the user and send the event again. Public clients
   * do not do so for the others (wire reference §20.4).
   */
  factor: boolean
  /** Derives or moves keys: clients wait longer for the answer (wire reference §20.3). */
  long: boolean
  /** What the event does with `recoveryFields`: the root is given that recovery, or has another one replaced by it, has it already, or is opened by it. */
  recovery: 'choose' | 'replace' | 'inherit' | 'use' | null
}
const plain = { signs: null, factor: false, long: false, recovery: null } as const
const creates = { signs: null, factor: true, long: true, recovery: 'choose' } as const
const adds = { signs: null, factor: true, long: false, recovery: 'inherit' } as const
const connects = { signs: null, factor: true, long: false, recovery: null } as const
const recovers = { signs: null, factor: true, long: true, recovery: 'use' } as const
const changesFactor = { ...plain, factor: true } as const
const signs = { factor: true, long: false, recovery: null } as const

const proofAnswer = z.object({ proof: z.nullable(z.string()) })
const requestId = z.object({ requestId: z.string() })

/** Every event the frame answers: policy, request and answer data. What is not in the table is refused. */
export const frameEvents = {
  'privy:iframe:ready': { ...plain, data: empty, response: empty },
  'privy:wallet:create': {
    ...creates,
    factor: false,
    data: z.object({ ...token, ...recoveryFields, solanaAddress: text }),
    response: address,
  },
  'privy:wallets:create': {
    ...creates,
    data: z.object({
      ...proving,
      ...recoveryFields,
      chainType,
      // Ours: the root to derive from, for a user who has one. Public clients leave it out, and the frame finds it itself.
      entropyId: text,
      entropyIdVerifier: z.optional(z.nullable(verifier)),
    }),
    response: address,
  },
  'privy:wallets:add': {
    ...adds,
    data: z.object({
      ...proving,
      ...entropy,
      ...recoveryFields,
      chainType,
      hdWalletIndex: walletIndex,
    }),
    response: address,
  },
  // A user's own key or, as ours, recovery phrase. Public clients do not prove a factor for it (wire reference §20.4).
  'privy:wallets:import': {
    ...creates,
    factor: false,
    data: z.object({
      ...token,
      ...recoveryFields,
      privateKey: z.string().check(z.maxLength(512)),
      chainType,
    }),
    response: address,
  },
  'privy:wallets:connect': {
    ...connects,
    data: z.object({ ...proving, ...entropy }),
    response: z.object({ entropyId: z.string() }),
  },
  'privy:wallets:recover': {
    ...recovers,
    data: z.object({ ...proving, ...entropy, ...recoveryFields }),
    response: z.object({ entropyId: z.string() }),
  },
  // Asks for a second factor, and replaces the recovery method of a wallet that is on this device.
  // Automatic recovery comes with the secret of the one it replaces (ours).
  'privy:wallets:set-recovery': {
    ...creates,
    recovery: 'replace',
    data: z.object({ ...proving, ...entropy, ...recoveryFields, existingRecoveryMethod: text }),
    response: z.object({ ...entropy, recoveryMethod: z.string() }),
  },
  'privy:wallets:rpc': {
    ...signs,
    signs: 'requested',
    data: z.object({
      ...proving,
      ...entropy,
      chainType,
      hdWalletIndex: walletIndex,
      requesterAppId: text,
      request: rpcRequest,
    }),
    response: z.object({ address: z.string(), chainType, response: rpcResponse }),
  },
  'privy:wallet:connect': {
    ...connects,
    data: z.object({ ...proving, address: z.string() }),
    response: address,
  },
  'privy:wallet:recover': {
    ...recovers,
    data: z.object({ ...proving, address: z.string(), ...recoveryFields }),
    response: address,
  },
  'privy:wallet:rpc': {
    ...signs,
    signs: 'ethereum',
    data: z.object({
      ...proving,
      address: z.string(),
      hdWalletIndex: optionalIndex,
      request: rpcRequest,
    }),
    response: z.object({ address: z.string(), response: rpcResponse }),
  },
  'privy:solana-wallet:create': {
    ...creates,
    data: z.object({ ...proving, ...recoveryFields, ethereumAddress: text }),
    response: publicKey,
  },
  'privy:solana-wallet:create-additional': {
    ...adds,
    data: z.object({
      ...proving,
      ...recoveryFields,
      primaryPublicKey: z.string(),
      hdWalletIndex: walletIndex,
    }),
    response: publicKey,
  },
  'privy:solana-wallet:connect': {
    ...connects,
    data: z.object({ ...proving, publicKey: z.string() }),
    response: publicKey,
  },
  'privy:solana-wallet:recover': {
    ...recovers,
    data: z.object({ ...proving, publicKey: z.string(), ...recoveryFields }),
    response: publicKey,
  },
  'privy:solana-wallet:rpc': {
    ...signs,
    signs: 'solana',
    data: z.object({
      ...proving,
      publicKey: z.string(),
      hdWalletIndex: optionalIndex,
      request: rpcRequest,
    }),
    response: z.object({ publicKey: z.string(), response: rpcResponse }),
  },
  // The key that these two are about is derived from the wallet's root and is not a wallet's: it can only post for the
  // user's Farcaster account, once the user has approved it there. So no confirmation is shown.
  'privy:farcaster:init-signer': {
    ...plain,
    data: z.object({ ...proving, address: z.string(), hdWalletIndex: optionalIndex }),
    // As `farcasterSigner`, whose union would cost pages 1 KB.
    response: z.object({
      public_key: z.string(),
      status: z.enum(['pending_approval', 'approved', 'revoked']),
      fid: z.optional(z.number()),
      signer_approval_url: text,
    }),
  },
  'privy:farcaster:sign': {
    ...plain,
    data: z.object({
      ...proving,
      address: z.string(),
      hdWalletIndex: optionalIndex,
      /** Of a message of Farcaster: 20 bytes as 0x and hex. */
      payload: z.object({ hash: z.string() }),
      /** The account, a bigint; the wallet names the key, so it is not read. */
      fid: z.unknown(),
    }),
    response: z.object({ hash: z.string(), signature: z.string() }),
  },
  // Clients send it before a key export. `isEnrolled` is ours: the user has factors, so one has to be proven.
  'privy:mfa:verify': {
    ...plain,
    factor: true,
    data: z.object({ ...proving, isEnrolled: z.optional(z.boolean()) }),
    response: empty,
  },
  'privy:mfa:init-enrollment': {
    ...changesFactor,
    data: z.object({
      ...proving,
      method: z.enum(['sms', 'totp']),
      phoneNumber: text,
    }),
    response: z.object({
      method: z.enum(['sms', 'totp']),
      secret: z.optional(z.string()),
      authUrl: z.optional(z.string()),
    }),
  },
  // `code` for `sms` and `totp`, `phoneNumber` for `sms`, `credentialIds` for `passkey`: an empty list removes them all.
  'privy:mfa:submit-enrollment': {
    ...changesFactor,
    data: z.object({
      ...proving,
      method: z.enum(['sms', 'totp', 'passkey']),
      code: text,
      phoneNumber: text,
      credentialIds: z.optional(z.nullable(texts)),
      removeForLogin: z.optional(z.nullable(z.boolean())),
    }),
    response: empty,
  },
  'privy:mfa:unenroll': {
    ...changesFactor,
    data: z.object({ ...proving, method: z.enum(['sms', 'totp']) }),
    response: empty,
  },
  // Ours: makes new recovery codes, which are answered this once.
  'sallyport:mfa:recovery-codes': {
    ...changesFactor,
    data: z.object({ ...proving }),
    response: z.object({ codes: texts }),
  },
  'privy:auth:unlink-passkey': {
    ...changesFactor,
    data: z.object({
      ...proving,
      credentialId: z.string(),
      removeAsMfa: z.optional(z.nullable(z.boolean())),
    }),
    response: empty,
  },
  'privy:mfa:clear': { ...plain, data: z.object({ userId: text }), response: empty },
  // Ours: what a login names so that its wallet grant works in this frame, a key that the frame has registered; null where
  // the frame's cookies do.
  'sallyport:grant:key': {
    ...plain,
    /** Cookies of the login do not reach the frame: the app's calls go to an address of its own. */
    data: z.object({ withoutCookie: z.boolean() }),
    response: z.object({ walletKey: z.nullable(z.string()) }),
  },
  // Ours: the wallet grant that a login answered for that key.
  'sallyport:grant:keep': { ...plain, data: grantData, response: empty },
  // Ours: proves that this browser logged in, for calls of the page that add an account; null where the frame has no grant.
  'sallyport:grant:prove': { ...plain, data: z.object(token), response: proofAnswer },
  // Ours: shows what a call was answered `confirmation_required` for, and carries it out once the user has pressed here.
  'sallyport:request:confirm': { ...plain, long: true, data: askedData, response: askedAnswer },
  // Ours: whether this browser keeps what the wallet needs here beyond this page.
  'sallyport:device:kept': { ...plain, data: empty, response: z.object({ isKept: z.boolean() }) },
  // Ours, for the pages that users see (export, import, rehearsal): answered once the user has finished there.
  'sallyport:page:result': { ...plain, data: empty, response: z.object({ address: text }) },
  // Ours: the page gives up a request that waits for a confirmation; that request is answered `user_rejected`.
  'sallyport:confirm:cancel': { ...plain, data: requestId, response: empty },
} as const satisfies Record<string, FramePolicy & { data: z.ZodMiniType; response: z.ZodMiniType }>

export type FrameEvent = keyof typeof frameEvents
/** What the page sends with `E`. */
export type FrameRequestData<E extends FrameEvent> = z.input<(typeof frameEvents)[E]['data']>
/** What the frame answers to `E`. */
export type FrameResponseData<E extends FrameEvent> = z.output<(typeof frameEvents)[E]['response']>

/** The envelope of an answer. */
export type FrameAnswer = { id: string; event: string } & (
  | { data: unknown }
  | { error: { type: FrameErrorType; message: string; reason?: StorageProblem } }
)
