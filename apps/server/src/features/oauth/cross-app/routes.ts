import { ApiError, api } from '@sallyport/contract'
import type { App } from '../../../apps/app.js'
import type { Deps } from '../../../deps.js'
import { changeBudgets, minuteMs, perNetwork, perUser } from '../../../http/budgets.js'
import { type Implementation, implement, type UserCaller } from '../../../http/implement.js'
import { confirmationRequired } from '../../../identity/pending-request.js'
import { requireSettledLogin } from '../../../identity/settled-login.js'
import { readConnection } from './connection.js'
import { endGrant } from './grant.js'
import { describeLogin, refuseLogin } from './login.js'
import { describeOrigin, listConnected, openRequest, verifyToken } from './requests.js'
import { readTokenProvider } from './token.js'

const requestsPerMinute = { points: 60, windowMs: minuteMs }

/** One account in many apps (wire reference §10, §18.3 to 18.5; docs/features/cross-app.md). */
export function crossAppRoutes(deps: Deps): Implementation[] {
  return implement(api.crossApp, {
    connections: async ({ caller: { app }, params }) => {
      if (params.app_id !== app.id) throw new ApiError('missing_or_invalid_privy_app_id')
      return { connections: await listConnections(deps, app) }
    },
    details: {
      budgets: (_request, spender) => [perNetwork('app-details', spender)],
      handle: async ({ params, request: { spender } }) => {
        const app = await deps.apps.find(params.app_id, spender.ip)
        if (app === undefined) throw new ApiError('missing_or_invalid_privy_app_id')
        const { name, icon_url } = app.settings
        return { name, icon_url, custom_api_url: deps.config.publicOrigin }
      },
    },
    verify: {
      budgets: (_request, spender) => [perNetwork('app-details', spender)],
      handle: async ({ caller: { app }, body: { prat: token }, request: { spender } }) => {
        const providerId = readTokenProvider(token)
        const provider =
          providerId === undefined ? undefined : await deps.apps.find(providerId, spender.ip)
        return { verified: await verifyToken(deps, app, { token, provider }) }
      },
    },
    describeLogin: {
      budgets: (_request, spender) => [perUser('cross-app', spender, requestsPerMinute)],
      handle: async ({ caller, body: { state } }) => ({
        requester: await describeLogin(deps, caller, state),
      }),
    },
    authorize: {
      budgets: (_request, spender) => changeBudgets(spender),
      handle: async ({ caller, body: { state }, request: { device } }) => {
        // It is a login there: what does not open a wallet here opens none there.
        await requireSettledLogin(deps, { ...caller, device, secretSetAtMs: undefined })
        // The page of a script can't press in the wallet frame, which then approves it.
        await describeLogin(deps, caller, state)
        throw confirmationRequired(deps, sessionOf(caller), { kind: 'share', state })
      },
    },
    refuse: {
      budgets: (_request, spender) => [perUser('cross-app', spender, requestsPerMinute)],
      handle: ({ caller, body: { state } }) => refuseLogin(deps, caller, state),
    },
    describeSite: {
      budgets: (_request, spender) => [perUser('cross-app', spender, requestsPerMinute)],
      handle: async ({ caller: { app }, body: { requester_origin } }) => ({
        requester: await describeOrigin(deps, app, requester_origin),
      }),
    },
    connectSite: {
      budgets: (_request, spender) => changeBudgets(spender),
      handle: async ({ caller, body: site }) => {
        await describeOrigin(deps, caller.app, site.requester_origin)
        throw confirmationRequired(deps, sessionOf(caller), { kind: 'connect', site })
      },
    },
    openRequest: {
      budgets: (_request, spender) => [perUser('cross-app', spender, requestsPerMinute)],
      handle: ({ caller, body }) => openRequest(deps, caller, body),
    },
    grants: ({ caller }) => listConnected(deps, caller),
    revoke: {
      budgets: (_request, spender) => changeBudgets(spender),
      handle: async ({ caller, body: { id }, request: { device } }) => {
        await endGrant(deps, { caller, device }, id)
        return listConnected(deps, caller)
      },
    },
  })
}

function sessionOf({ app, userId, sessionId }: UserCaller) {
  return { appId: app.id, userId, sessionId }
}

/** The apps whose users may bring their wallets to `requester`, by the settings of both. */
async function listConnections(deps: Deps, requester: App) {
  const listed = requester.privateSettings.cross_app?.providers ?? []
  const providers = await Promise.all(listed.map(({ app_id }) => deps.apps.find(app_id)))
  return providers.flatMap((provider) => {
    const connection = provider && readConnection(provider, requester)
    if (!provider || !connection) return []
    const { id, settings } = provider
    return [
      {
        provider_app_id: id,
        provider_app_name: settings.name,
        provider_app_icon_url: settings.icon_url,
        provider_app_custom_api_url: deps.config.publicOrigin,
        provider_app_answer_origins: [connection.provider.page.origin],
        read_only: connection.readOnly,
      },
    ]
  })
}
