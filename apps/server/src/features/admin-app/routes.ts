import { ApiError, api } from '@sallyport/contract'
import { toOwnAppConfig } from '../../apps/app.js'
import { normalizeDomains } from '../../apps/create-app.js'
import { updateAppConfig } from '../../db/apps.js'
import type { Deps } from '../../deps.js'
import { type Implementation, implement } from '../../http/implement.js'

/** The app's own settings, for its back end and the dashboard. */
export function adminAppRoutes(deps: Deps): Implementation[] {
  return implement(api.adminApp, {
    get: async ({ caller }) => toOwnAppConfig(caller.app),
    update: async ({ caller, body }) => {
      const appId = caller.app.id
      const domains =
        body.allowed_domains === undefined
          ? {}
          : { allowed_domains: parseDomains(body.allowed_domains) }
      const { max_users: maxUsers, ...named } = body
      const settings = { ...named, ...domains }
      await updateAppConfig(deps.db, { appId, settings, maxUsers, nowMs: deps.clock.nowMs() })
      deps.apps.forget(appId)
      const app = await deps.apps.find(appId)
      if (app === undefined) throw new ApiError('missing_or_invalid_privy_app_id')
      return toOwnAppConfig(app)
    },
  })
}

function parseDomains(domains: readonly string[]): string[] {
  try {
    return normalizeDomains(domains)
  } catch (cause) {
    throw new ApiError('invalid_data', {
      message: 'Each allowed domain must be an origin such as https://app.example.com',
      cause,
    })
  }
}
