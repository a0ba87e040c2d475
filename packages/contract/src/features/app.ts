import * as z from 'zod/mini'
import { appConfig } from '../entities/app-config.js'
import { pageHeads } from '../page-heads.js'
import { accountId, missingAppId } from '../primitives/account-id.js'
import { route } from '../route.js'

const params = z.object({ app_id: accountId })

/** An app's public configuration and keys. */
export const app = {
  config: route({
    ...pageHeads.app.config,
    summary: "An app's public configuration",
    params,
    invalid: missingAppId,
    response: appConfig,
    errors: [
      'missing_or_invalid_privy_app_id',
      'invalid_origin',
      'missing_origin',
      'too_many_requests',
    ],
  }),
  jwks: route({
    method: 'GET',
    path: '/apps/{app_id}/jwks.json',
    auth: 'none',
    summary: "The public keys that verify an app's tokens (RFC 7517)",
    params,
    invalid: missingAppId,
    response: z.object({
      keys: z.array(
        z.object({
          kty: z.literal('EC'),
          crv: z.literal('P-256'),
          x: z.string(),
          y: z.string(),
          kid: z.string(),
          use: z.literal('sig'),
          alg: z.literal('ES256'),
        }),
      ),
    }),
    errors: ['missing_or_invalid_privy_app_id'],
  }),
}
