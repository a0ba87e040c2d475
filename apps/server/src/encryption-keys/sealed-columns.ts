import { type AppSecretName, appSecretNames, type LoginChain } from '@sallyport/contract'
import { type RawBuilder, sql } from 'kysely'
import { secretContext } from '../apps/app.js'
import { signingKeyContext } from '../apps/token-keys.js'
import { authShareContext } from '../features/embedded-wallet/share-record.js'
import { requestContext } from '../features/farcaster-signer/routes.js'
import { secretContext as clientSecretContext } from '../features/oauth/credentials.js'
import { codeContext } from '../identity/test-accounts.js'
import { appShareContext } from '../wallet-api/delegated-share.js'
import { programShareContextOf } from '../wallet-api/program-share.js'
import { serverShareContext } from '../wallet-api/share.js'
import { webhookSecretContext } from '../webhooks/secrets.js'

/** Which keys seal a column. */
export type RingName = 'shares' | 'tokens' | 'logins'

/** A column whose values are sealed under key-encryption keys and stay for longer than a login. */
export interface SealedColumn {
  table: string
  ring: RingName
  /** The columns of the row's key, in order. */
  keys: readonly string[]
  /** The sealed bytes, or null. */
  value: RawBuilder<unknown>
  /** What an update sets. */
  set(sealed: Uint8Array): RawBuilder<unknown>
  /** The encryption context, from the columns of the row's key. */
  contextOf(key: readonly string[]): string
}

const bytesOf = (column: string) => ({
  value: sql.ref(column),
  set: (sealed: Uint8Array) => sql`${sql.id(column)} = ${Buffer.from(sealed)}::bytea`,
})

/** Every such column by a name of its own. */
export const sealedColumns: Readonly<Record<string, SealedColumn>> = {
  'share_generation.auth_share': {
    table: 'share_generation',
    ring: 'shares',
    keys: ['app_id', 'user_id', 'wallet_id', 'generation_id'],
    ...bytesOf('auth_share'),
    contextOf: ([appId = '', userId = '', walletId = '', generationId = '']) =>
      authShareContext({ appId, userId, walletId, generationId }),
  },
  'delegation.app_share': {
    table: 'delegation',
    ring: 'shares',
    keys: ['app_id', 'user_id', 'consent_id', 'wallet_id', 'chain_type', 'address', 'policy'],
    ...bytesOf('app_share'),
    contextOf: ([
      app_id = '',
      user_id = '',
      consent_id = '',
      wallet_id = '',
      chain = '',
      address = '',
      policy = '',
    ]) =>
      appShareContext({
        app_id,
        user_id,
        consent_id,
        wallet_id,
        // The two chains whose wallets can be delegated.
        chain_type: chain as LoginChain,
        address,
        policy,
      }),
  },
  'program_grant.app_share': {
    table: 'program_grant',
    ring: 'shares',
    keys: [
      'app_id',
      'user_id',
      'grant_id',
      'wallet_id',
      'chain_type',
      'address',
      'name',
      'public_key',
      'policy',
      'ends_at',
    ],
    ...bytesOf('app_share'),
    contextOf: programShareContextOf,
  },
  'server_wallet.api_share': {
    table: 'server_wallet',
    ring: 'shares',
    keys: ['app_id', 'wallet_id'],
    ...bytesOf('api_share'),
    contextOf: ([app_id = '', wallet_id = '']) => serverShareContext({ app_id, wallet_id }),
  },
  'app.signing_key': {
    table: 'app',
    ring: 'logins',
    keys: ['id'],
    ...bytesOf('signing_key'),
    contextOf: ([appId = '']) => signingKeyContext(appId),
  },
  'app_token_key.signing_key': {
    table: 'app_token_key',
    ring: 'logins',
    keys: ['app_id', 'kid'],
    ...bytesOf('signing_key'),
    contextOf: ([appId = '']) => signingKeyContext(appId),
  },
  'test_account.code': {
    table: 'test_account',
    ring: 'logins',
    keys: ['app_id', 'id'],
    ...bytesOf('code'),
    contextOf: ([app_id = '', id = '']) => codeContext({ app_id, id }),
  },
  ...Object.fromEntries(appSecretNames.map((name) => [`app.secrets.${name}`, secretColumn(name)])),
  'oauth_credentials.client_secret': {
    table: 'oauth_credentials',
    ring: 'tokens',
    keys: ['app_id', 'provider'],
    ...bytesOf('client_secret'),
    contextOf: ([appId = '', provider = '']) => clientSecretContext({ appId, provider }),
  },
  'webhook_endpoint.secret': webhookColumn('secret'),
  'webhook_endpoint.previous_secret': webhookColumn('previous_secret'),
  'farcaster_signer.request': {
    table: 'farcaster_signer',
    ring: 'tokens',
    keys: ['app_id', 'user_id', 'public_key'],
    ...bytesOf('request'),
    contextOf: ([appId = '', userId = '', publicKey = '']) =>
      requestContext({ appId, userId, publicKey }),
  },
}

function webhookColumn(name: string): SealedColumn {
  return {
    table: 'webhook_endpoint',
    ring: 'tokens',
    keys: ['app_id', 'webhook_id'],
    ...bytesOf(name),
    contextOf: ([app_id = '', webhook_id = '']) => webhookSecretContext({ app_id, webhook_id }),
  }
}

function secretColumn(name: AppSecretName): SealedColumn {
  return {
    table: 'app',
    ring: 'logins',
    keys: ['id'],
    value: sql`decode(secrets->>${name}, 'base64')`,
    set: (sealed) => {
      const text = Buffer.from(sealed).toString('base64')
      return sql`secrets = jsonb_set(secrets, array[${name}]::text[], to_jsonb(${text}::text))`
    },
    contextOf: ([appId = '']) => secretContext(appId, name),
  }
}
