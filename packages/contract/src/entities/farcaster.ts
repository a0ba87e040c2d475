import * as z from 'zod/mini'
import { ed25519PublicKeyLength, signerDeadlineSeconds } from '../limits.js'

/** How far a login through the Farcaster app has come (specification §4). */
export const farcasterConnectStatus = z.discriminatedUnion('state', [
  z.object({ state: z.literal('pending'), nonce: z.string() }),
  z.object({
    state: z.literal('completed'),
    nonce: z.string(),
    message: z.string(),
    signature: z.string(),
    fid: z.number(),
    username: z.string(),
    display_name: z.string(),
    bio: z.string(),
    pfp_url: z.string(),
  }),
])
export type FarcasterConnectStatus = z.output<typeof farcasterConnectStatus>

const signer = { public_key: z.string() }

/** A Farcaster signer; the approval URL comes with the answer to init only (specification §3, §4). */
export const farcasterSigner = z.discriminatedUnion('status', [
  z.object({
    ...signer,
    status: z.literal('pending_approval'),
    signer_approval_url: z.optional(z.string()),
  }),
  z.object({ ...signer, status: z.literal('approved'), fid: z.number() }),
  z.object({ ...signer, status: z.literal('revoked'), fid: z.number() }),
])
export type FarcasterSigner = z.output<typeof farcasterSigner>

const keyText = 'ed25519_public_key must be 0x and 64 hex digits'
/** An Ed25519 public key as `0x` and hex, 66 characters (specification §5). */
export const ed25519PublicKey = z
  .string(keyText)
  .check(
    z.length(ed25519PublicKeyLength, { error: keyText, abort: true }),
    z.regex(/^0x[0-9a-fA-F]*$/, keyText),
  )

/** Body of `POST /farcaster/signer/init`; `deadline` is Unix seconds. */
export const farcasterSignerInit = z.object({
  ed25519_public_key: ed25519PublicKey,
  deadline: z.optional(z.int('deadline must be Unix time in seconds')),
})

/** The deadline a signer request has, in Unix seconds: the one it names, or an hour from now (specification §5). */
export function signerDeadline(deadline: number | undefined, nowSeconds: number): number {
  return deadline ?? nowSeconds + signerDeadlineSeconds
}
