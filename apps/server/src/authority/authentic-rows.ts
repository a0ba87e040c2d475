import { embeddedWalletClientType } from '@sallyport/contract'
import { sql } from 'kysely'
import type { HashPart } from './keyed-hash.js'
import { type AuthenticRow, authenticRow, sortedJson, textOf } from './row-mac.js'

/**
 * What an app's row, and the rows of its further token keys, grant: to whom the app answers as its back end, which issuers and
 * pages it trusts, and whose tokens it accepts. What is sealed (secrets, private keys) opens only in its own row, so it does not
 * count here and can be sealed again under another key. The time it was retired does not count: it takes away.
 */
export interface AppClaims {
  id: string
  environment: string
  config: object
  private_settings: object
  secrets: object
  secret_hash: Uint8Array
  previous_secret_hash: Uint8Array | null
  previous_secret_until: number | null
  verification_key: string
  max_users: number | null
  min_iat: number
  token_keys: readonly {
    verification_key: string
    signing_key: string | null
    signs_from: number
    not_after: number | null
  }[]
}

const app: AuthenticRow<AppClaims> = {
  table: 'app',
  mac: 'mac',
  purpose: 'app',
  keys: ['id'],
  columns: [
    'id',
    'environment',
    'config',
    'private_settings',
    'secrets',
    'secret_hash',
    'previous_secret_hash',
    'previous_secret_until',
    'verification_key',
    'max_users',
    'min_iat',
  ],
  read: {
    token_keys: sql`coalesce((
      select json_agg(json_build_object('signing_key', encode(k.signing_key, 'base64'),
        'signs_from', k.signs_from, 'verification_key', k.verification_key, 'not_after', k.not_after))
      from app_token_key k where k.app_id = app.id
    ), '[]')`,
  },
  parts: (row) => {
    const tokenKeys = row.token_keys.map(
      ({ verification_key, signing_key, signs_from, not_after }) =>
        JSON.stringify([verification_key, signing_key === null, signs_from, not_after]),
    )
    return [
      row.id,
      row.environment,
      // Columns of type jsonb have one order of names, so equal values have equal texts.
      JSON.stringify(row.config),
      JSON.stringify(row.private_settings),
      Object.keys(row.secrets).sort(),
      textOf(row.secret_hash),
      textOf(row.previous_secret_hash),
      row.previous_secret_until,
      row.verification_key,
      row.max_users,
      row.min_iat,
      tokenKeys.sort(),
    ]
  },
}

/** Whose session it is, every token of it names. */
const session = authenticRow({
  table: 'session',
  purpose: 'session',
  keys: ['app_id', 'id'],
  columns: ['app_id', 'id', 'expires_at', 'auth_time', 'amr', 'epoch'],
  live: sql`revoked_at is null and expires_at > now_ms`,
  // A second factor is proven later; of that `session_factor` decides.
  parts: (row) => [
    row.app_id,
    row.id,
    row.expires_at,
    row.auth_time,
    row.amr.filter((each) => each !== 'mfa'),
    row.epoch,
  ],
})

/** When a session last proved a second factor. */
const sessionFactor = authenticRow({
  table: 'session',
  mac: 'mfa_mac',
  purpose: 'session-factor',
  keys: ['app_id', 'id'],
  columns: ['app_id', 'id', 'mfa_at_ms'],
  live: sql`mfa_mac is not null and revoked_at is null and expires_at > now_ms`,
  parts: (row) => [row.app_id, row.id, row.mfa_at_ms],
})

/** Which second factors a user has; an empty list is authenticated too, because then none is demanded. */
const userFactors = authenticRow({
  table: 'user_account',
  mac: 'factors_mac',
  purpose: 'user-factors',
  keys: ['app_id', 'id'],
  columns: ['app_id', 'id', 'mfa_methods'],
  parts: (row) => [
    row.app_id,
    row.id,
    row.mfa_methods.map(({ type, verified_at }) => `${type} ${verified_at}`),
  ],
})

/** What makes an account of a user one that logs in: whose it is, what proves it, and whether it is an embedded wallet. */
const linkedAccount = authenticRow({
  table: 'linked_account',
  purpose: 'linked-account',
  keys: ['id'],
  columns: ['app_id', 'user_id', 'type', 'key', 'data', 'credential'],
  parts: (row) => [
    row.app_id,
    row.user_id,
    row.type,
    row.key,
    isEmbedded(row.data),
    publicKeyOf(row.credential),
  ],
})

const root = ['app_id', 'user_id', 'wallet_id'] as const

/** What a root's row says and its state does not change. */
const walletRoot = authenticRow({
  table: 'wallet_root',
  purpose: 'wallet-root',
  keys: root,
  columns: [
    ...root,
    'imported',
    'confirming_chain',
    'custody_key',
    'recovery_method',
    'recovery_locator',
  ],
  parts: (row) => {
    const { app_id, user_id, wallet_id, imported, confirming_chain, custody_key } = row
    const parts: readonly HashPart[] = [app_id, user_id, wallet_id, imported, confirming_chain]
    // Rows without them keep the MAC they have.
    if (row.recovery_locator !== null) return [...parts, custody_key, ...recoveryParts(row)]
    return custody_key === null ? parts : [...parts, custody_key]
  },
})

/** An address of a root. */
const walletAccount = authenticRow({
  table: 'wallet_account',
  purpose: 'wallet-address',
  keys: [...root, 'chain_type', 'wallet_index'],
  columns: [...root, 'chain_type', 'wallet_index', 'address', 'public_key'],
  parts: (row) => [
    row.app_id,
    row.user_id,
    row.wallet_id,
    row.chain_type,
    row.wallet_index,
    row.address,
    row.public_key,
  ],
})

/** A device of a root: whose signature gets the share that the row holds. */
const shareGeneration = authenticRow({
  table: 'share_generation',
  purpose: 'device',
  keys: [...root, 'generation_id'],
  columns: [...root, 'generation_id', 'device_public_key', 'recovery_method', 'recovery_locator'],
  live: sql`ended_at is null and state <> 'revoked'`,
  parts: (row) => [
    row.app_id,
    row.user_id,
    row.wallet_id,
    row.generation_id,
    textOf(row.device_public_key),
    ...recoveryParts(row),
  ],
})

/** What an app's row for an OAuth provider says of whom to believe. Its secret opens only in its own row. */
const oauthCredentials = authenticRow({
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
const accountTransfer = authenticRow({
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

/** The login that a code's row is of. */
const code = ['app_id', 'channel', 'purpose', 'address', 'flow_hash'] as const

/** The link in the mail of a login: which browser it logs in, and who its page says has asked. */
const loginLink = authenticRow({
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
const loginApproval = authenticRow({
  table: 'one_time_code',
  mac: 'approved_mac',
  purpose: 'login-link-approval',
  keys: code,
  columns: [...code, 'approved_at', 'created_at', 'expires_at'],
  live: sql`approved_mac is not null and used_at is null and expires_at > now_ms`,
  parts: (row) => [...codeParts(row), row.approved_at, row.created_at, row.expires_at],
})

/** A login or linking at a provider: whose, in which browser, and what came of it. What uses it up takes its MAC. */
const oauthFlow = authenticRow({
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
const passkeyChallenge = authenticRow({
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
const farcasterAnswer = authenticRow({
  table: 'farcaster_login',
  mac: 'answer_mac',
  purpose: 'farcaster-answer',
  keys: ['app_id', 'nonce'],
  columns: ['app_id', 'nonce', 'answer'],
  live: sql`answer_mac is not null and expires_at > now_ms`,
  parts: (row) => [row.app_id, row.nonce, row.answer && sortedJson(row.answer)],
})

/** The addresses that log in with a code which stays. The code opens only in its own row. */
const testAccount = authenticRow({
  table: 'test_account',
  purpose: 'test-account',
  keys: ['app_id', 'id'],
  columns: ['app_id', 'id', 'email', 'phone_number'],
  parts: (row) => [row.app_id, row.id, row.email, row.phone_number],
})

/** Who may enter an app. */
const allowlistEntry = authenticRow({
  table: 'allowlist_entry',
  purpose: 'allowlist-entry',
  keys: ['app_id', 'type', 'value'],
  columns: ['app_id', 'type', 'value'],
  parts: (row) => [row.app_id, row.type, row.value],
})

/** What a user lets another app or site know and ask for. */
const crossAppGrant = authenticRow({
  table: 'cross_app_grant',
  purpose: 'cross-app-grant',
  keys: ['id'],
  columns: [
    'id',
    'app_id',
    'user_id',
    'requester',
    'requester_app_id',
    'requester_origin',
    'requester_name',
    'addresses',
    'created_at',
    'expires_at',
  ],
  live: sql`expires_at > now_ms`,
  parts: (row) => [
    row.id,
    row.app_id,
    row.user_id,
    row.requester,
    row.requester_app_id,
    row.requester_origin,
    row.requester_name,
    row.addresses,
    row.created_at,
    row.expires_at,
  ],
})

/** An account of others that a user may keep a recovery key in. */
const recoveryAccount = authenticRow({
  table: 'recovery_account',
  purpose: 'recovery-account',
  keys: ['app_id', 'user_id', 'provider', 'account_hash'],
  columns: ['app_id', 'user_id', 'provider', 'account_hash'],
  parts: (row) => [row.app_id, row.user_id, row.provider, textOf(row.account_hash)],
})

/** The address of an account that its provider has verified, for notices. */
const verifiedEmail = authenticRow({
  table: 'linked_account',
  mac: 'email_mac',
  purpose: 'verified-email',
  keys: ['id'],
  columns: ['app_id', 'user_id', 'type', 'key', 'verified_email'],
  live: sql`email_mac is not null`,
  parts: (row) => [row.app_id, row.user_id, row.type, row.key, row.verified_email],
})

/**
 * Every kind of row that carries authority and has a MAC of its own. A column that a MAC is not over is in `rowColumns`, with the
 * reason; what is under an older key is renewed, and counted, by this table.
 */
export const authenticRows = {
  app,
  session,
  sessionFactor,
  userFactors,
  linkedAccount,
  walletRoot,
  walletAccount,
  shareGeneration,
  oauthCredentials,
  accountTransfer,
  loginLink,
  loginApproval,
  oauthFlow,
  passkeyChallenge,
  farcasterAnswer,
  testAccount,
  allowlistEntry,
  crossAppGrant,
  recoveryAccount,
  verifiedEmail,
} as const

function isEmbedded(data: object): boolean {
  return 'wallet_client' in data && data.wallet_client === embeddedWalletClientType
}

/** Of a passkey: the key that its signatures are checked by. */
function publicKeyOf(credential: object | null): string | null {
  if (!credential || !('public_key' in credential)) return null
  return String(credential.public_key)
}

function codeParts(
  row: Record<Exclude<(typeof code)[number], 'flow_hash'>, string> & { flow_hash: Uint8Array },
) {
  return [row.app_id, row.channel, row.purpose, row.address, textOf(row.flow_hash)]
}

function recoveryParts(row: { recovery_method: string; recovery_locator: string | null }) {
  return row.recovery_locator === null ? [] : [row.recovery_method, row.recovery_locator]
}
