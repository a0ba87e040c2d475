import * as z from 'zod/mini'
import { user } from './user.js'

/** Tokens of the OAuth provider a user logged in with (specification §3). */
export const oauthTokens = z.object({
  provider: z.string(),
  access_token: z.string(),
  access_token_expires_in_seconds: z.optional(z.number()),
  refresh_token: z.optional(z.string()),
  refresh_token_expires_in_seconds: z.optional(z.number()),
  scopes: z.optional(z.array(z.string())),
})

/** What the client does with a session answer: store it, keep what it has, or forget everything. */
export const sessionUpdateAction = z.enum(['set', 'ignore', 'clear'])

/** Answer of every authenticate call and of `POST /sessions` (specification §3, wire reference §9.1). */
export const session = z.object({
  user: z.nullable(user),
  token: z.nullable(z.string()),
  privy_access_token: z.nullable(z.string()),
  refresh_token: z.nullable(z.string()),
  identity_token: z.optional(z.string()),
  is_new_user: z.optional(z.boolean()),
  oauth_tokens: z.optional(oauthTokens),
  oauth_provider_tokens: z.optional(oauthTokens),
  session_update_action: sessionUpdateAction,
})
export type Session = z.output<typeof session>
