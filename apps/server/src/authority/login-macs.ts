import { type HashKey, isKeyedHash, keyedHash } from './keyed-hash.js'

/** What an app's row for an OAuth provider says of whom to believe. Its secret opens only in its own row. */
interface CredentialsClaims {
  app_id: string
  provider: string
  client_id: string
  team_id: string | null
  key_id: string | null
  return_tokens: boolean
  /** The issuer and endpoints of a provider that the app has added. */
  custom: object | null
}

/** The `mac` of a row of `oauth_credentials`. */
export function credentialsMac(key: HashKey, claims: CredentialsClaims): Buffer {
  return Buffer.from(keyedHash(key, 'oauth-credentials', credentialsParts(claims)))
}

/** Whether this server stored how the app's users log in at the provider. */
export function isCredentialsMac(
  mac: Uint8Array | null,
  { key, claims }: { key: HashKey; claims: CredentialsClaims },
): boolean {
  return isKeyedHash(mac, { key, purpose: 'oauth-credentials', parts: credentialsParts(claims) })
}

/** An account that its prover may take over from another user. */
interface TransferClaims {
  appId: string
  /** Of the nonce that the prover has. */
  nonceHash: Uint8Array
  /** Without prefix: who proved the account, and who has it. */
  userId: string
  sourceUserId: string
  account: { type: string; key: string }
  data: object
}

/** The `mac` of a row of `account_transfer`. */
export function transferMac(key: HashKey, claims: TransferClaims): Buffer {
  return Buffer.from(keyedHash(key, 'account-transfer', transferParts(claims)))
}

/** Whether this user has proven this account to this server. */
export function isTransferMac(
  mac: Uint8Array | null,
  { key, claims }: { key: HashKey; claims: TransferClaims },
): boolean {
  return isKeyedHash(mac, { key, purpose: 'account-transfer', parts: transferParts(claims) })
}

/** The `approved_mac` of the code of a login whose link was approved. */
export function approvalMac(
  key: HashKey,
  login: { appId: string; email: string; flowHash: Uint8Array },
): Buffer {
  const parts = [login.appId, login.email, toText(login.flowHash)]
  return Buffer.from(keyedHash(key, 'login-link-approval', parts))
}

function credentialsParts(row: CredentialsClaims) {
  const { app_id, provider, client_id, team_id, key_id, return_tokens, custom } = row
  return [app_id, provider, client_id, team_id, key_id, return_tokens, custom && sortedJson(custom)]
}

function transferParts({ appId, nonceHash, userId, sourceUserId, account, data }: TransferClaims) {
  const { type, key } = account
  return [appId, toText(nonceHash), userId, sourceUserId, type, key, sortedJson(data)]
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

/** JSON whose names are in order: Postgres returns those of a jsonb column in an order of its own. */
function sortedJson(value: object): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
