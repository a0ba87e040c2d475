import * as z from 'zod/mini'

const text = z.string().check(z.minLength(1), z.maxLength(2048))

/** How the tokens of an app's own login are verified (wire reference §11.9; ours, not the specification's). */
export const customJwtSettings = z
  .strictObject({
    /** Where the app publishes its keys; or `public_key`. */
    jwks_url: z.optional(text),
    /** SPKI PEM of the one key; or `jwks_url`. */
    public_key: z.optional(text),
    /** Required value of `iss`. Without it every issuer is accepted. */
    issuer: z.optional(text),
    /** Required value, or one of the values, of `aud`. Without it every audience is accepted. */
    audience: z.optional(text),
    /** Claim that names the user. */
    id_claim: z._default(z.string().check(z.regex(/^[\w.:/-]{1,100}$/)), 'sub'),
    /** Oldest `iat` that is accepted. */
    max_age_seconds: z._default(z.int().check(z.minimum(60), z.maximum(86_400)), 600),
    /** Every token needs a `jti` and is accepted once. */
    one_time: z._default(z.boolean(), false),
  })
  .check(
    z.refine(
      ({ jwks_url, public_key }) => (jwks_url === undefined) !== (public_key === undefined),
      'custom_jwt needs jwks_url or public_key, not both',
    ),
  )
export type CustomJwtSettings = z.output<typeof customJwtSettings>
