import { ApiError, api } from '@sallyport/contract'
import type { Deps } from '../../deps.js'
import { type Implementation, implement } from '../../http/implement.js'
import { authorizedRequest } from '../../wallet-api/authorized-request.js'
import { callSigner } from '../../wallet-api/call-signer.js'
import { requireUsers } from '../../wallet-api/require-users.js'

/** What holds for every wallet of an app. The signer has it, so that the app's secret alone changes nothing that has an owner. */
export function walletSettingsRoutes(deps: Deps): Implementation[] {
  return implement(api.walletSettings, {
    find: async ({ caller: { app }, params }) => {
      requireOwn(app.id, params.app_id)
      return (await callSigner(deps, 'readWalletSettings', { appId: app.id })).settings
    },
    update: async ({ caller: { app }, params, body, request: { signed } }) => {
      requireOwn(app.id, params.app_id)
      await requireUsers(deps, { appId: app.id, body })
      const request = authorizedRequest(app.id, signed)
      return (await callSigner(deps, 'updateWalletSettings', { appId: app.id, request })).settings
    },
  })
}

function requireOwn(appId: string, named: string): void {
  if (appId !== named) throw new ApiError('missing_or_invalid_privy_app_id')
}
