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

const extras = {
  /** Ours: only when the login named the key of a wallet frame, which is needed to use it. */
  wallet_grant: z.optional(z.string()),
  identity_token: z.optional(z.string()),
  is_new_user: z.optional(z.boolean()),
  oauth_tokens: z.optional(oauthTokens),
  oauth_provider_tokens: z.optional(oauthTokens),
}

const authenticated = z.object({
  ...extras,
  user: z.nullable(user),
  token: z.nullable(z.string()),
  privy_access_token: z.nullable(z.string()),
  refresh_token: z.nullable(z.string()),
  session_update_action: sessionUpdateAction,
})

/** The logged-out form, which may come without `privy_access_token` (specification §3). */
const loggedOut = z.object({
  ...extras,
  user: z.null(),
  token: z.null(),
  privy_access_token: z.optional(z.null()),
  refresh_token: z.null(),
  session_update_action: z.literal('clear'),
})

const sessionUnion = z.union([authenticated, loggedOut])
type SessionUnion = typeof sessionUnion
/** Named for declarations, as `LinkedAccountSchema`. */
export interface SessionSchema extends SessionUnion {}
/** Answer of every authenticate call and of `POST /sessions` (specification §3, wire reference §9.1). */
export const session: SessionSchema = sessionUnion
export type Session = z.output<typeof session>
