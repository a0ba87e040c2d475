import * as z from 'zod/mini'
import { chainTypes, walletIndex } from './primitives.js'

/* What the events of the wallet frame carry alike. */

/** Who asks. */
export const token = { accessToken: z.string().check(z.minLength(1), z.maxLength(8192)) }
/** Every chain type of the wire has one, also those the kit makes no wallets for. */
export const verifier = z.enum(chainTypes.map((each) => `${each}-address-verifier` as const))
/** Names a root by the address of its first wallet. */
export const entropy = {
  entropyId: z.string().check(z.minLength(1), z.maxLength(128)),
  entropyIdVerifier: verifier,
}
/** What public clients leave out, or send as null. */
export const text = z.optional(z.nullable(z.string()))
/**
 * Secrets by which users own their recovery, wherever a request may carry one. Each is in the schema of every event that
 * creates, adds or recovers a wallet, so that one that cannot be honoured is refused and not dropped.
 */
export const recoverySecrets = [
  'recoveryPassword',
  'recoveryKey',
  'recoveryAccessToken',
  'recoverySecretOverride',
  'recoveryPin',
  'iCloudRecordNameOverride',
] as const
/** One of them. */
export type RecoverySecret = (typeof recoverySecrets)[number]
/** Every field about recovery. */
export const recoveryFields = {
  recoveryMethod: text,
  recoveryPassword: text,
  recoveryKey: text,
  recoveryAccessToken: text,
  recoverySecretOverride: text,
  recoveryPin: text,
  iCloudRecordNameOverride: text,
} satisfies Record<'recoveryMethod' | RecoverySecret, typeof text>
/** A list of texts. A page would pay 0.4 KB for the library's list, which nothing else here uses. */
export const texts = z.unknown().check(({ value, issues }) => {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return
  issues.push({ code: 'custom', message: 'Must be a list of texts', input: value })
  // A check does not change the type of a schema; what has passed this one is a list of texts.
}) as unknown as z.ZodMiniType<string[], string[]>
/**
 * The proof of a second factor: a request that was refused with `missing_or_invalid_mfa` is sent again with it. The code is a
 * text, or an assertion of a passkey (`passkeyAssertion`), which the frame parses when it is used.
 */
const factorProof = {
  /** `sms`, `totp`, `passkey`; ours: `recovery_code`. */
  mfaMethod: text,
  mfaCode: z.optional(z.unknown()),
  /** Origin of the page that used the passkey. */
  relyingParty: text,
}
/** What events with a factor carry: who asks, and on a further try the proof. */
export const proving = { ...token, ...factorProof }
/** Index of a wallet; public clients leave it out, or send null. */
export const optionalIndex = z.optional(z.nullable(walletIndex))
/** An answer without data. */
export const empty = z.object({})
/** The address of a wallet. */
export const address = z.object({ address: z.string() })
/** The public key of a Solana wallet, which is its address. */
export const publicKey = z.object({ publicKey: z.string() })
/** A call inside `rpc`; parameters are checked by the method's own schema in the frame. */
export const rpcRequest = z.object({
  method: z.string().check(z.maxLength(64)),
  params: z.unknown(),
})
/** What it gives. */
export const rpcResponse = z.object({ method: z.string(), data: z.unknown() })

/** What the user has to confirm of a call of the page, and how the sheet looks: `theme` and `accent` as the app set them. */
export const askedData = z.object({
  ...token,
  request: z.string(),
  theme: z.string(),
  accent: text,
})
/** What the call answers. */
export const askedAnswer = z.object({ answer: z.unknown() })

/** The wallet grant of a login. */
export const grantData = z.object({ ...token, grant: z.string().check(z.maxLength(128)) })
