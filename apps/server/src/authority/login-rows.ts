import { sql } from 'kysely'
import { authenticRow, sortedJson, textOf } from './row-mac.js'

/** What an app's row for an OAuth provider says of whom to believe. Its secret opens only in its own row. */
export const oauthCredentials = authenticRow({
  table: 'oauth_credentials',
  purpose: 'oauth-credentials',
  keys: ['app_id', 'provider'],
  columns: ['app_id', 'provider', 'client_id', 'team_id', 'key_id', 'return_tokens', 'custom'],
  parts: (row) => [
    row.app_id,
    row.provider,
    row.client_id,
    row.team_id,
    row.key_id,
    row.return_tokens,
    row.custom && sortedJson(row.custom),
  ],
})

/** An account that its prover may take over from another user. */
export const accountTransfer = authenticRow({
  table: 'account_transfer',
  purpose: 'account-transfer',
  keys: ['app_id', 'nonce_hash'],
  columns: [
    'app_id',
    'nonce_hash',
    'user_id',
    'source_user_id',
    'type',
    'key',
    'data',
    'expires_at',
  ],
  live: sql`expires_at > now_ms`,
  parts: (row) => [
    row.app_id,
    textOf(row.nonce_hash),
    row.user_id,
    row.source_user_id,
    row.type,
    row.key,
    sortedJson(row.data),
    row.expires_at,
  ],
})

/** An account that was removed, whose it was, and who is told the link that puts it back. */
export const accountUndo = authenticRow({
  table: 'account_undo',
  purpose: 'account-undo',
  keys: ['id'],
  columns: [
    'id',
    'token_hash',
    'app_id',
    'user_id',
    'event_id',
    'addresses',
    'expires_at',
    'type',
    'key',
    'credential',
    'account_mac',
    'verified_email',
    'email_mac',
    'first_verified_at',
    'is_first',
    'age_mac',
  ],
  live: sql`expires_at > now_ms`,
  parts: (row) => [
    row.id,
    textOf(row.token_hash),
    row.app_id,
    row.user_id,
    row.event_id,
    row.addresses,
    row.expires_at,
    row.type,
    row.key,
    row.credential && sortedJson(row.credential),
    row.account_mac && textOf(row.account_mac),
    row.verified_email,
    row.email_mac && textOf(row.email_mac),
    row.first_verified_at,
    row.is_first,
    row.age_mac && textOf(row.age_mac),
  ],
})

/** The login that a code's row is of. */
const code = ['app_id', 'channel', 'purpose', 'address', 'flow_hash'] as const

/** The link in the mail of a login: which browser it logs in, and who its page says has asked. */
export const loginLink = authenticRow({
  table: 'one_time_code',
  mac: 'link_mac',
  purpose: 'login-link-row',
  keys: code,
  columns: [...code, 'link_hash', 'asked_from', 'created_at', 'expires_at'],
  live: sql`link_mac is not null and used_at is null and expires_at > now_ms`,
  parts: (row) => [
    ...codeParts(row),
    textOf(row.link_hash),
    row.asked_from && sortedJson(row.asked_from),
    row.created_at,
    row.expires_at,
  ],
})

/** That the link of a login was approved. */
export const loginApproval = authenticRow({
  table: 'one_time_code',
  mac: 'approved_mac',
  purpose: 'login-link-approval',
  keys: code,
  columns: [...code, 'approved_at', 'created_at', 'expires_at'],
  live: sql`approved_mac is not null and used_at is null and expires_at > now_ms`,
  parts: (row) => [...codeParts(row), row.approved_at, row.created_at, row.expires_at],
})

/** A login or linking at a provider: whose, in which browser, and what came of it. What uses it up takes its MAC. */
export const oauthFlow = authenticRow({
  table: 'oauth_flow',
  purpose: 'oauth-flow',
  keys: ['state_hash'],
  columns: [
    'app_id',
    'state_hash',
    'provider',
    'intent',
    'user_id',
    'client_state_hash',
    'code_challenge',
    'flow_hash',
    'secrets',
    'code_hash',
    'outcome',
    'created_at',
    'expires_at',
  ],
  live: sql`used_at is null and expires_at > now_ms`,
  parts: (row) => [
    row.app_id,
    textOf(row.state_hash),
    row.provider,
    row.intent,
    row.user_id,
    textOf(row.client_state_hash),
    row.code_challenge,
    textOf(row.flow_hash),
    textOf(row.secrets),
    textOf(row.code_hash),
    textOf(row.outcome),
    row.created_at,
    row.expires_at,
  ],
})

/** Whose challenge it is, and what a response to it has to match. */
export const passkeyChallenge = authenticRow({
  table: 'passkey_challenge',
  purpose: 'passkey-challenge',
  keys: ['app_id', 'challenge_hash'],
  columns: [
    'app_id',
    'challenge_hash',
    'purpose',
    'user_id',
    'user_handle',
    'rp_id',
    'relying_party',
    'origin',
    'flow_hash',
    'network_hash',
    'expires_at',
  ],
  live: sql`expires_at > now_ms`,
  parts: (row) => [
    row.app_id,
    textOf(row.challenge_hash),
    row.purpose,
    row.user_id,
    row.user_handle,
    row.rp_id,
    row.relying_party,
    row.origin,
    textOf(row.flow_hash),
    textOf(row.network_hash),
    row.expires_at,
  ],
})

/** What the relay told of a login by Farcaster, such as the wallets of the profile. */
export const farcasterAnswer = authenticRow({
  table: 'farcaster_login',
  mac: 'answer_mac',
  purpose: 'farcaster-answer',
  keys: ['app_id', 'nonce'],
  columns: ['app_id', 'nonce', 'answer'],
  live: sql`answer_mac is not null and expires_at > now_ms`,
  parts: (row) => [row.app_id, row.nonce, row.answer && sortedJson(row.answer)],
})

function codeParts(
  row: Record<Exclude<(typeof code)[number], 'flow_hash'>, string> & { flow_hash: Uint8Array },
) {
  return [row.app_id, row.channel, row.purpose, row.address, textOf(row.flow_hash)]
}
