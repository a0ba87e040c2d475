import { ApiError, isCustomProvider, type LoginProvider } from '@sallyport/contract'
import { authenticRows } from '../../authority/authentic-rows.js'
import { isRowMac } from '../../authority/row-mac.js'
import { refuseRow } from '../../authority/row-refused.js'
import { type CredentialsRow, readCredentials } from '../../db/oauth-credentials.js'
import type { FlowRow } from '../../db/oauth-flows.js'
import type { Deps } from '../../deps.js'
import { createCustomProvider } from './custom-provider.js'
import { googleDrive } from './google-drive.js'
import type { Provider } from './provider.js'
import { providers } from './providers/index.js'

/** What an app is at a provider, ready for use. */
export interface Credentials {
  clientId: string
  /** Apple's is the private key in PEM. */
  clientSecret: string
  teamId: string | null
  keyId: string | null
  returnsTokens: boolean
  /** How the provider is spoken to. */
  about: Provider
}

/** What reading credentials needs, and reporting a row that is refused. */
type CredentialsDeps = Pick<
  Deps,
  'db' | 'keyEncryption' | 'clock' | 'logger' | 'config' | 'metrics'
>

/** The encryption context of an app's secret at a provider. */
export function secretContext({ appId, provider }: { appId: string; provider: string }): string {
  return `oauth_credentials/${appId}/${provider}/client-secret`
}

/**
 * An app's credentials at a provider.
 *
 * @throws ApiError `not_supported` when the app has none; RowRefused when this server did not store them.
 */
export async function loadCredentials(
  deps: CredentialsDeps,
  of: { appId: string; provider: LoginProvider; intent: FlowRow['intent'] },
): Promise<Credentials> {
  const row = await readCredentials(deps.db, of)
  const about = row && findProvider(of, row)
  if (row?.client_secret == null || about === undefined) {
    // Google Drive takes those of the login with Google.
    const use = of.intent === 'recovery' ? ', which recovery by Google Drive needs' : ''
    throw new ApiError('not_supported', {
      message: `This app has no credentials at ${of.provider}${use}: set them in the app’s settings`,
    })
  }
  const signed = { key: deps.keyEncryption, of: authenticRows.oauthCredentials, row }
  if (!isRowMac(row.mac, signed)) {
    throw refuseRow(deps, { table: 'oauth_credentials', appId: of.appId })
  }
  const secret = deps.keyEncryption.open(row.client_secret, secretContext(of))
  return { ...fieldsOf(row), about, clientSecret: Buffer.from(secret).toString('utf8') }
}

function findProvider(
  { provider, intent }: { provider: LoginProvider; intent: FlowRow['intent'] },
  { custom }: CredentialsRow,
): Provider | undefined {
  if (intent === 'recovery') return provider === 'google' ? googleDrive : undefined
  if (!isCustomProvider(provider)) return providers[provider]
  return custom === null ? undefined : createCustomProvider(custom)
}

function fieldsOf(row: CredentialsRow): Omit<Credentials, 'clientSecret' | 'about'> {
  return {
    clientId: row.client_id,
    teamId: row.team_id,
    keyId: row.key_id,
    returnsTokens: row.return_tokens,
  }
}
