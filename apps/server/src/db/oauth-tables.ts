import type { ColumnType } from 'kysely'
import type { StoredProvider } from '../features/oauth/custom-provider.js'
import type { CrossAppGrantTable } from './cross-app-grants.js'

/** What an app is at an OAuth provider. */
export interface OAuthCredentialsTable {
  app_id: string
  provider: string
  client_id: string
  /** Sealed under the deployment's key; Apple's is the private key in PEM. */
  client_secret: Buffer | null
  team_id: string | null
  key_id: string | null
  /** Hands the provider's tokens to the app's page. */
  return_tokens: boolean
  /** Of a provider that the app has added; stays when its credentials are removed. */
  custom: ColumnType<StoredProvider | null, string | null, string | null>
  updated_at: number
  /** See `authenticRows.oauthCredentials`. */
  mac: Buffer | null
}

/** One login or linking at a provider that is under way. */
export interface OAuthFlowTable {
  app_id: string
  /** Keyed hash of the state that the provider gets, which is ours and not the client's. */
  state_hash: Buffer
  provider: string
  intent: 'login' | 'link' | 'recovery'
  /** Who links, or restores a wallet; null for a login. */
  user_id: string | null
  /** Keyed hash of the client's state. */
  client_state_hash: Buffer
  /** Of the client: base64url of SHA-256 of its verifier. */
  code_challenge: string
  /** Keyed hash of the nonce in the flow cookie of the browser that started it; null for a back end. */
  flow_hash: Buffer | null
  /** Sealed: the client's state, where to return to, our verifier and nonce. */
  secrets: Buffer
  /** Keyed hash of the one-time code the client got; null until the provider has answered. */
  code_hash: Buffer | null
  /** Sealed: the account that was proven with the provider's tokens, or why none was. Null once it was used. */
  outcome: Buffer | null
  created_at: number
  /** First of the way to the provider and back, then of the one-time code. */
  expires_at: number
  returned_at: number | null
  used_at: number | null
  /** See `authenticRows.oauthFlow`; null once it was used. */
  mac: Buffer | null
}

/** An account of others that a user has proven, and may keep a recovery key in. */
export interface RecoveryAccountTable {
  app_id: string
  user_id: string
  provider: 'google'
  /** SHA-256 of the app, the user and the account: see `recoveryAccountHash`. */
  account_hash: Buffer
  proven_at: number
  /** See `authenticRows.recoveryAccount`. */
  mac: Buffer | null
}

/** The tables of logins at providers, and of an app as one. */
export interface OAuthTables {
  oauth_credentials: OAuthCredentialsTable
  oauth_flow: OAuthFlowTable
  recovery_account: RecoveryAccountTable
  cross_app_grant: CrossAppGrantTable
}
