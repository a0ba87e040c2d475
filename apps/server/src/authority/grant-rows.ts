import { sql } from 'kysely'
import { authenticRow, textOf } from './row-mac.js'

/** The addresses that log in with a code which stays. The code opens only in its own row. */
export const testAccount = authenticRow({
  table: 'test_account',
  purpose: 'test-account',
  keys: ['app_id', 'id'],
  columns: ['app_id', 'id', 'email', 'phone_number'],
  parts: (row) => [row.app_id, row.id, row.email, row.phone_number],
})

/** Who may enter an app. */
export const allowlistEntry = authenticRow({
  table: 'allowlist_entry',
  purpose: 'allowlist-entry',
  keys: ['app_id', 'type', 'value'],
  columns: ['app_id', 'type', 'value'],
  parts: (row) => [row.app_id, row.type, row.value],
})

/** What a user lets another app or site know and ask for. */
export const crossAppGrant = authenticRow({
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

/** A program that asks for access to a wallet, and the key that it will act with. */
export const programRequest = authenticRow({
  table: 'program_request',
  purpose: 'program-request',
  keys: ['app_id', 'device_code_hash'],
  columns: [
    'app_id',
    'device_code_hash',
    'user_code_hash',
    'name',
    'public_key',
    'asked',
    'expires_at',
  ],
  live: sql`expires_at > now_ms`,
  parts: (row) => [
    row.app_id,
    row.device_code_hash,
    row.user_code_hash,
    row.name,
    row.public_key,
    row.asked,
    row.expires_at,
  ],
})

/** An account of others that a user may keep a recovery key in. */
export const recoveryAccount = authenticRow({
  table: 'recovery_account',
  purpose: 'recovery-account',
  keys: ['app_id', 'user_id', 'provider', 'account_hash'],
  columns: ['app_id', 'user_id', 'provider', 'account_hash'],
  parts: (row) => [row.app_id, row.user_id, row.provider, textOf(row.account_hash)],
})

/** The address of an account that its provider has verified, for notices. */
export const verifiedEmail = authenticRow({
  table: 'linked_account',
  mac: 'email_mac',
  purpose: 'verified-email',
  keys: ['id'],
  columns: ['app_id', 'user_id', 'type', 'key', 'verified_email'],
  live: sql`email_mac is not null`,
  parts: (row) => [row.app_id, row.user_id, row.type, row.key, row.verified_email],
})
