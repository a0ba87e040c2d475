import {
  ApiError,
  api,
  type CustomProviderSettings,
  isCustomProvider,
  type LoginProvider,
  type OAuthCredentials,
  oauthProviders,
} from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import { recordAppChange } from '../../audit/record-app-change.js'
import { authenticRows } from '../../authority/authentic-rows.js'
import { rowMac } from '../../authority/row-mac.js'
import {
  type CredentialsRow,
  deleteCredentials,
  listCredentials,
  readCredentials,
  writeCredentials,
} from '../../db/oauth-credentials.js'
import { hasCloudRecovery } from '../../db/recovery-accounts.js'
import type { Deps } from '../../deps.js'
import { type Implementation, implement } from '../../http/implement.js'
import { secretContext } from './credentials.js'
import { removeCustomProvider, saveCustomProvider } from './custom-providers.js'
import { callbackUrl } from './endpoints.js'

/** The app's credentials at OAuth providers, for its back end and the dashboard. */
export function adminOAuthRoutes(deps: Deps): Implementation[] {
  return implement(api.adminOAuth, {
    list: async ({ caller: { app } }) => {
      const rows = await listCredentials(deps.db, app.id)
      const added = app.settings.custom_oauth_providers ?? []
      const names = [...oauthProviders, ...added.map(({ provider }) => provider)]
      const rowOf = (name: LoginProvider) => rows.find(({ provider }) => provider === name)
      return { providers: names.map((name) => show(deps, { app, name, row: rowOf(name) })) }
    },
    set: async ({ caller, params: { provider }, body }) => {
      const appId = caller.app.id
      const of = { appId, provider }
      const { client_secret: secret, custom } = body
      await refuseOrphans(deps, { appId, provider, clientId: body.client_id })
      const stored = await saveCustomProvider(deps, { app: caller.app, provider, custom })
      const row = {
        app_id: appId,
        provider,
        client_id: body.client_id,
        team_id: body.team_id ?? null,
        key_id: body.key_id ?? null,
        return_tokens: body.return_tokens ?? false,
        custom: stored,
      }
      await writeCredentials(deps.db, {
        ...row,
        mac: rowMac(deps.keyEncryption, authenticRows.oauthCredentials, row),
        client_secret: secret
          ? Buffer.from(deps.keyEncryption.seal(Buffer.from(secret), secretContext(of)))
          : undefined,
        updated_at: deps.clock.nowMs(),
      })
      await recordAppChange(deps.db, {
        appId,
        settings: [`oauth:${provider}`],
        nowMs: deps.clock.nowMs(),
      })
      const app = await deps.apps.find(appId)
      if (app === undefined) throw new ApiError('missing_or_invalid_privy_app_id')
      return show(deps, { app, name: provider, row: await readCredentials(deps.db, of) })
    },
    remove: async ({ caller: { app }, params: { provider } }) => {
      await refuseOrphans(deps, { appId: app.id, provider, clientId: null })
      if (isCustomProvider(provider)) await removeCustomProvider(deps, { app, provider })
      else await deleteCredentials(deps.db, { appId: app.id, provider })
      const settings = [`oauth:${provider}`]
      await recordAppChange(deps.db, { appId: app.id, settings, nowMs: deps.clock.nowMs() })
      return { success: true }
    },
  })
}

/**
 * Google shows the files of an app to the OAuth client that made them and to no other (security design §2.9).
 *
 * @throws ApiError `invalid_data` for a change after which users' recovery files could not be read.
 */
async function refuseOrphans(
  { db }: Deps,
  {
    appId,
    provider,
    clientId,
  }: { appId: string; provider: LoginProvider; clientId: string | null },
): Promise<void> {
  if (provider !== 'google') return
  const row = await readCredentials(db, { appId, provider })
  if (row === undefined || row.client_id === clientId) return
  if (!(await hasCloudRecovery(db, { appId, method: 'google-drive' }))) return
  throw new ApiError('invalid_data', {
    message: 'Users keep recovery files that only this OAuth client can read: client_id must stay',
  })
}

function show(
  { config }: Pick<Deps, 'config'>,
  { app, name, row }: { app: App; name: LoginProvider; row: CredentialsRow | undefined },
): OAuthCredentials {
  const custom = row && showCustom(app, row)
  return {
    provider: name,
    client_id: row?.client_id ?? null,
    team_id: row?.team_id ?? null,
    key_id: row?.key_id ?? null,
    return_tokens: row?.return_tokens ?? false,
    has_secret: row?.client_secret != null,
    callback_url: callbackUrl(config, name),
    ...(custom && { custom }),
  }
}

function showCustom(
  { settings }: App,
  { provider: name, custom }: CredentialsRow,
): CustomProviderSettings | undefined {
  const added = settings.custom_oauth_providers?.find(({ provider }) => provider === name)
  if (added === undefined || custom === null) return undefined
  const { issuer, scopes, claims } = custom
  const { enabled, provider_display_name: display_name, provider_icon_url: icon_url } = added
  return { enabled, display_name, icon_url, issuer, scopes, claims }
}
