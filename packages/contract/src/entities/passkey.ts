import * as z from 'zod/mini'

/*
 * WebAuthn's option and response objects as the clients send and read them: snake case, every binary value in base64url
 * (wire reference §17.6). Lengths are bounds on what is decoded at all; what the bytes say is checked by the server.
 */

const transports = z.array(z.string().check(z.maxLength(32))).check(z.maxLength(16))
const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(transports),
})
const userVerification = z.enum(['required', 'preferred', 'discouraged'])
const extensions = z.object({
  app_id: z.optional(z.string()),
  cred_props: z.optional(z.unknown()),
  hmac_create_secret: z.optional(z.boolean()),
})

/** What `navigator.credentials.create` is asked for. */
export const passkeyCreationOptions = z.object({
  rp: z.object({ name: z.string(), id: z.optional(z.string()) }),
  user: z.object({ id: z.string(), name: z.string(), display_name: z.string() }),
  challenge: z.string(),
  pub_key_cred_params: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.optional(z.number()),
  exclude_credentials: z.optional(z.array(descriptor)),
  authenticator_selection: z.optional(
    z.object({
      authenticator_attachment: z.optional(z.string()),
      require_resident_key: z.optional(z.boolean()),
      resident_key: z.optional(z.string()),
      user_verification: z.optional(userVerification),
    }),
  ),
  attestation: z.optional(z.string()),
  extensions: z.optional(extensions),
})
export type PasskeyCreationOptions = z.output<typeof passkeyCreationOptions>

/** What `navigator.credentials.get` is asked for. */
export const passkeyRequestOptions = z.object({
  challenge: z.string(),
  timeout: z.optional(z.number()),
  rp_id: z.optional(z.string()),
  allow_credentials: z.optional(z.array(descriptor)),
  user_verification: z.optional(userVerification),
  extensions: z.optional(extensions),
})
export type PasskeyRequestOptions = z.output<typeof passkeyRequestOptions>

/** Longest credential id in base64url: 1023 bytes (WebAuthn §4). */
const idMaxLength = 1364
const bytes = (max: number) => z.string().check(z.maxLength(max))
const credential = {
  id: bytes(idMaxLength),
  raw_id: bytes(idMaxLength),
  type: z.literal('public-key'),
  authenticator_attachment: z.optional(z.nullable(z.string().check(z.maxLength(32)))),
  // Unsigned, so nothing is read from it.
  client_extension_results: z.optional(z.unknown()),
}

/** A new credential. Clients add fields that the attestation object has already; they are not read. */
export const passkeyRegistration = z.object({
  ...credential,
  response: z.object({
    client_data_json: bytes(8192),
    attestation_object: bytes(65536),
    transports: z.optional(z.nullable(transports)),
  }),
})
export type PasskeyRegistration = z.output<typeof passkeyRegistration>

/** A signature by a credential. */
export const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    client_data_json: bytes(8192),
    authenticator_data: bytes(8192),
    signature: bytes(4096),
    user_handle: z.optional(z.nullable(bytes(128))),
  }),
})
export type PasskeyAssertion = z.output<typeof passkeyAssertion>
