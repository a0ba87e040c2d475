import * as z from 'zod/mini'

/** The public ES256 keys of an app's tokens, as the app's JWKS lists them; only what the frame needs of each. */
export const tokenKeySet = z.object({
  keys: z.array(z.object({ kid: z.string(), x: z.string(), y: z.string() })),
})
export type TokenKey = z.output<typeof tokenKeySet>['keys'][number]

/** An app as its own settings name it. */
const look = z.object({
  appName: z.string(),
  /** `light`, `dark`, `system` or a background colour. */
  theme: z.string(),
  accentColor: z.nullable(z.string()),
})

/** What the server writes into the frame page's `<script type="application/json" id="sallyport-frame">`. */
export const framePageConfig = z.object({
  appId: z.string(),
  /** Exact origins that may talk to the frame. `*` never appears; in development any `localhost` port may. */
  allowedOrigins: z.array(z.string()),
  /** True for development apps: any `http://localhost:<port>` and loopback origin is allowed too (ruling 9). */
  allowLocalhost: z.boolean(),
  /** The vault's HPKE public key, raw 65-byte P-256 point, base64url. */
  vaultPublicKey: z.string(),
  /** That of the signer of delegated wallets; absent where there is none. */
  delegateKey: z.optional(z.string()),
  /** The API's HPKE public key, as the vault's. */
  apiPublicKey: z.string(),
  /** What an access token is verified with: issuer, live keys, and the server's time when the page was made (T-30). */
  tokens: z.extend(tokenKeySet, { issuer: z.string(), nowMs: z.number() }),
  /** In development: what is called in the place of the hosts of cloud storages. The API cannot set it. */
  storageSimulator: z.optional(z.string()),
  /** Whether pages may ask for signatures of raw hashes, about which no screen can say anything (T-18). */
  allowsRawDigests: z.boolean(),
  /** Whether pages may ask for authorizations that give a contract control of the account (EIP-7702, SIG-08). */
  allowsAuthorizations: z.boolean(),
  /** How the app names itself and looks, for pages that stand alone; absent of a server from before them. */
  app: z.optional(look),
  /** `pageLoginKinds`; absent of a server from before there were others than email. */
  logins: z.optional(z.unknown()),
  /** Null: the frame signs without asking. Else it asks on its own origin first (`enforce_wallet_uis`, ruling 7). */
  confirmation: z.nullable(look),
})
export type FramePageConfig = z.output<typeof framePageConfig>

/** The envelope of a request, after a JSON string has been parsed. */
export const frameRequest = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(128)),
  event: z.string().check(z.maxLength(128)),
  data: z.optional(z.unknown()),
})
