import { ApiError, api } from '@sallyport/contract'
import { toAppConfig } from '../../apps/app.js'
import type { Deps } from '../../deps.js'
import { type Implementation, implement } from '../../http/implement.js'

/** An app's public configuration and keys. */
export function appRoutes(deps: Deps): Implementation[] {
  return implement(api.app, {
    config: {
      appInPath: true,
      handle: async ({ caller, params, request }) => {
        // Header or credentials named one app and the path another (APP-03).
        if (params.app_id !== caller.app.id) throw new ApiError('missing_or_invalid_privy_app_id')
        request.probeCookies()
        return toAppConfig(caller.app, deps.config)
      },
    },
    jwks: async ({ params, request }) => {
      const app = await deps.apps.find(params.app_id, request.spender.ip)
      if (app === undefined) throw new ApiError('missing_or_invalid_privy_app_id')
      return { keys: app.verifyingKeys.map(({ jwk }) => jwk) }
    },
  })
}
