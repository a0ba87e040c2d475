import * as z from 'zod/mini'
import { route } from '../route.js'

/** Keys of wallet frames in browsers that keep no cookies for them: a login's wallet grant is bound to one (P1). */
export const walletKey = {
  // Ours.
  register: route({
    method: 'POST',
    path: '/embedded_wallets/keys',
    prefixes: ['/api/v1'],
    auth: 'wallet-page',
    summary:
      'Register a key of the wallet frame for logins of the next hour; refused where the browser keeps cookies',
    body: z.strictObject({
      /** Raw P-256 point, base64url. Without one, the answer sets a cookie: whether it comes back with the next call shows what the browser keeps. */
      public_key: z.optional(z.string().check(z.regex(/^[\w-]{87}$/))),
      /** Logins are made at the app's own address, whose cookies do not reach the frame. */
      without_cookie: z.optional(z.boolean()),
    }),
    response: z.object({
      /** `unknown` asks for a call with a key. */
      cookies: z.enum(['kept', 'not_kept', 'unknown']),
      /** What a login names: the key with its registration. */
      wallet_key: z.nullable(z.string()),
    }),
    errors: ['invalid_data', 'too_many_requests'],
  }),
}
