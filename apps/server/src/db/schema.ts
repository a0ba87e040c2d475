import type { EmbeddedChain } from '@sallyport/contract'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { MessageLocale } from '../http/message-locale.js'
import type { FactorRecord } from '../identity/user.js'
import type { DeviceRecord } from '../session/device.js'
import type {
  AllowlistEntryTable,
  AppTable,
  DenylistEntryTable,
  Json,
  TestAccountTable,
} from './app-tables.js'
import type { AuditTables } from './audit-tables.js'
import type {
  DelegationTables,
  RecoveryKeyRefTable,
  ShareGenerationTable,
  WalletAccountTable,
  WalletRootTable,
} from './custody-tables.js'
import type { ContactChangeTable, FactorResetTable } from './factor-tables.js'
import type { FarcasterLoginTable, FarcasterSignerTable } from './farcaster-tables.js'
import type { JobTables } from './job-tables.js'
import type { OAuthTables } from './oauth-tables.js'
import type { AskedFrom } from './one-time-codes.js'
import type { PasskeyChallengeTable } from './passkey-tables.js'
import type { TokenKeyTable } from './token-keys.js'
import type { AccountTransferTable } from './transfer-table.js'
import type { AccountUndoTable } from './undo-table.js'
import type { WalletApiTables } from './wallet-api-tables.js'

/*
 * The tables of schema `sallyport_api`. Times are Unix milliseconds from the injected clock, in bigint columns that
 * the connection reads as numbers. Every table is keyed by `app_id`.
 */

type Credential = ColumnType<
  Record<string, unknown> | null,
  string | null | undefined,
  string | null
>

interface UserAccountTable {
  app_id: string
  id: string
  is_guest: boolean
  terms_accepted_at: number | null
  custom_metadata: Json | null
  created_at: number
  /** Second factors, as the vault last said (`FactorRecord`). */
  mfa_methods: ColumnType<FactorRecord[], string | undefined, string>
  /** Of `mfa_methods`: see `authenticRows.userFactors`. */
  factors_mac: ColumnType<Buffer | null, Buffer, Buffer | null>
  /** When recovery codes were last made. */
  recovery_codes_at: Generated<number | null>
  /** The language of messages to the user; null where no login has said one (`storedLocale`). */
  locale: ColumnType<string | null, MessageLocale | undefined, MessageLocale>
  /** A deleted user has no accounts and no sessions; the row stays, because shares refer to it (T-17). */
  deleted_at: Generated<number | null>
  /** The vault has forgotten the deleted user, too. */
  is_vault_deleted: Generated<boolean>
}

/**
 * What a user can be found by. (app_id, type, key) is unique, so one account never belongs to two users.
 * Type `guest` is the keyed hash of a guest credential; it never leaves the server.
 */
interface LinkedAccountTable {
  id: Generated<number>
  app_id: string
  user_id: string
  type: string
  key: string
  /** The wire fields of the type, without `type` and times. */
  data: Json
  /** What proves an account that has a key of its own (passkeys); it never leaves the server. */
  credential: Credential
  /** See `authenticRows.linkedAccount`; an account without one opens no session. */
  mac: ColumnType<Buffer | null, Buffer | null, Buffer | null>
  /** The address that the provider of the account has verified; null for other accounts. */
  verified_email: Generated<string | null>
  /** See `authenticRows.verifiedEmail`. */
  email_mac: Generated<Buffer | null>
  first_verified_at: number
  /** The user signed up with it, or it made a guest a user by a press in the wallet frame. */
  is_first: Generated<boolean>
  /** See `authenticRows.loginAge`; accounts that no login is possible by have none. */
  age_mac: Generated<Buffer | null>
  latest_verified_at: number
}

/** An account of a deleted user, kept for a while so that the deletion can be undone. */
interface HeldAccountTable extends Omit<LinkedAccountTable, 'id'> {
  held_at: number
}

/** One code of one login attempt (a flow); an address can have several that work at the same time. */
export interface OneTimeCodeTable {
  app_id: string
  channel: 'email' | 'sms'
  purpose: 'login' | 'link' | 'update' | 'mfa'
  address: string
  /** SHA-256 of the nonce in the flow cookie of the browser that requested the code. */
  flow_hash: Buffer
  /** Of the client network it was requested from; null once that network has requested a newer code. */
  network_hash: Buffer | null
  /** HMAC-SHA256 with the deployment's pepper. */
  code_hash: Buffer
  /** Keyed hash of the secret of the mail's link (`hashLink`); null without one, and once it was approved or refused. */
  link_hash: Buffer | null
  /** See `authenticRows.loginLink`. */
  link_mac: Buffer | null
  /** Who asked for the mail, as the page of the link says it. */
  asked_from: JSONColumnType<AskedFrom> | null
  approved_at: number | null
  /** See `authenticRows.loginApproval`: without it an approval counts for nothing. */
  approved_mac: Buffer | null
  /** Wrong codes with the flow's cookie, without a cookie from the same network, and without a cookie from elsewhere. */
  flow_tries: Generated<number>
  network_tries: Generated<number>
  other_tries: Generated<number>
  used_at: number | null
  created_at: number
  expires_at: number
}

/** A proof that was used and counts once, until it would be refused for its age. */
interface UsedProofTable {
  app_id: string
  /** The method that proved an account. */
  kind: string
  /** SHA-256 of the proof. */
  digest: Buffer
  expires_at: number
}

/** A nonce of a message that a wallet signs to log in. */
export interface WalletNonceTable {
  app_id: string
  chain_type: EmbeddedChain
  nonce: string
  /** In the spelling that messages carry; null when it was asked for without a wallet. */
  address: string | null
  /** SHA-256 of the nonce in the flow cookie of the browser that asked; null for a back end. */
  flow_hash: Buffer | null
  used_at: Generated<number | null>
  created_at: number
  expires_at: number
}

interface SessionTable {
  app_id: string
  id: string
  user_id: string
  created_at: number
  /** Absolute end; no refresh reaches past it. */
  expires_at: number
  revoked_at: number | null
  /** When the user last proved an account or a factor; a refresh does not change it. */
  auth_time: number
  /** What was proven, e.g. `email` or `guest` (as the claim `amr` of RFC 8176). */
  amr: string[]
  /** Of the deployment when it was opened; sessions of an older one are over (T-39). */
  epoch: number
  /** See `authenticRows.session`; a session without one is refused. */
  mac: Buffer | null
  /** When a second factor was last proven; null for a session that has proven none. */
  mfa_at_ms: number | null
  /** Of `mfa_at_ms`: see `authenticRows.sessionFactor`. */
  mfa_mac: Buffer | null
  device: JSONColumnType<DeviceRecord>
}

/** One token of a session's chain; `seq` counts from 1. */
interface RefreshTokenTable {
  app_id: string
  /** Keyed hash of the token (`hashToken`). */
  token_hash: Buffer
  session_id: string
  seq: number
  used_at: number | null
  /** The successor under a key derived from this token. */
  successor: Buffer | null
  created_at: number
  expires_at: number
}

/** A one-use token that opens a session of the same user in another browser context. */
interface SessionForkTable {
  app_id: string
  /** Keyed hash of the token (`hashToken`). */
  token_hash: Buffer
  session_id: string
  used_at: number | null
  created_at: number
  expires_at: number
}

interface AnalyticsEventTable {
  id: Generated<number>
  app_id: string
  event_name: string
  client_id: string | null
  payload: Json | null
  created_at: number
}

/** Every table of the API. */
export interface Database
  extends AuditTables,
    OAuthTables,
    DelegationTables,
    WalletApiTables,
    JobTables {
  app: AppTable
  app_token_key: TokenKeyTable
  allowlist_entry: AllowlistEntryTable
  denylist_entry: DenylistEntryTable
  test_account: TestAccountTable
  user_account: UserAccountTable
  linked_account: LinkedAccountTable
  account_transfer: AccountTransferTable
  account_undo: AccountUndoTable
  held_account: HeldAccountTable
  one_time_code: OneTimeCodeTable
  used_proof: UsedProofTable
  wallet_nonce: WalletNonceTable
  farcaster_login: FarcasterLoginTable
  farcaster_signer: FarcasterSignerTable
  passkey_challenge: PasskeyChallengeTable
  session: SessionTable
  refresh_token: RefreshTokenTable
  session_fork: SessionForkTable
  factor_reset: FactorResetTable
  contact_change: ContactChangeTable
  analytics_event: AnalyticsEventTable
  wallet_root: WalletRootTable
  share_generation: ShareGenerationTable
  recovery_key_ref: RecoveryKeyRefTable
  wallet_account: WalletAccountTable
}
