import { api, type OAuthCredentials, type OAuthProvider, oauthProviders } from '@sallyport/contract'
import {
  type CredentialsRow,
  deleteCredentials,
  listCredentials,
  readCredentials,
  writeCredentials,
} from '../../db/oauth-credentials.js'
import type { Deps } from '../../deps.js'
import { type Implementation, implement } from '../../http/implement.js'
import { secretContext } from './credentials.js'
import { callbackUrl } from './endpoints.js'

/** The app's credentials at OAuth providers, for its back end and the dashboard. */
export function adminOAuthRoutes(deps: Deps): Implementation[] {
  const show = (provider: OAuthProvider, row: CredentialsRow | undefined): OAuthCredentials => ({
    provider,
    client_id: row?.client_id ?? null,
    team_id: row?.team_id ?? null,
    key_id: row?.key_id ?? null,
    return_tokens: row?.return_tokens ?? false,
    has_secret: row?.client_secret != null,
    callback_url: callbackUrl(deps.config, provider),
  })
  return implement(api.adminOAuth, {
    list: async ({ caller }) => {
      const rows = await listCredentials(deps.db, caller.app.id)
      const rowOf = (provider: OAuthProvider) => rows.find((row) => row.provider === provider)
      return { providers: oauthProviders.map((provider) => show(provider, rowOf(provider))) }
    },
    set: async ({ caller, params: { provider }, body }) => {
      const of = { appId: caller.app.id, provider }
      const { client_secret: secret } = body
      await writeCredentials(deps.db, {
        app_id: of.appId,
        provider,
        client_id: body.client_id,
        client_secret: secret
          ? Buffer.from(deps.keyEncryption.seal(Buffer.from(secret), secretContext(of)))
          : undefined,
        team_id: body.team_id ?? null,
        key_id: body.key_id ?? null,
        return_tokens: body.return_tokens ?? false,
        updated_at: deps.clock.nowMs(),
      })
      return show(provider, await readCredentials(deps.db, of))
    },
    remove: async ({ caller, params: { provider } }) => {
      await deleteCredentials(deps.db, { appId: caller.app.id, provider })
      return { success: true }
    },
  })
}
