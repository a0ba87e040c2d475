import {
  ApiError,
  api,
  type SmartWalletConfig,
  type SmartWalletConfigInput,
} from '@sallyport/contract'
import { checkSettings } from '../../apps/settings-rules.js'
import { recordAppChange } from '../../audit/record-app-change.js'
import { changeApp, updateAppConfig } from '../../db/apps.js'
import type { Db } from '../../db/connect.js'
import type { Deps } from '../../deps.js'
import { type Implementation, implement } from '../../http/implement.js'

/** An app's smart wallet settings (wire reference §16). */
export function smartWalletRoutes(deps: Deps): Implementation[] {
  return implement(api.smartWallets, {
    config: {
      appInPath: true,
      handle: async ({ caller: { app }, params }): Promise<SmartWalletConfig> => {
        if (params.app_id !== app.id) throw new ApiError('missing_or_invalid_privy_app_id')
        return app.settings.smart_wallet_config ?? { enabled: false }
      },
    },
    change: async ({ caller: { app }, params, body }) => {
      // An app's secret says nothing about another app (SMW-06).
      if (params.app_id !== app.id) throw new ApiError('missing_or_invalid_token')
      const smart_wallet_config = withOwnUrls(body, deps.config)
      const settings = checkSettings({ smart_wallet_config }, app.environment)
      const appId = app.id
      const nowMs = deps.clock.nowMs()
      const change = async (transaction: Db) => {
        await updateAppConfig(transaction, {
          appId,
          settings,
          privateSettings: {},
          secrets: {},
          nowMs,
        })
        await recordAppChange(transaction, { appId, settings: ['smart_wallet_config'], nowMs })
      }
      await changeApp(deps, { appId, change })
      deps.apps.forget(appId)
      return smart_wallet_config
    },
  })
}

/** @throws ApiError `invalid_data` for a network without a bundler of its own or of the deployment. */
function withOwnUrls(
  input: SmartWalletConfigInput,
  { bundlerUrls, paymasterUrls }: Pick<Deps['config'], 'bundlerUrls' | 'paymasterUrls'>,
): SmartWalletConfig {
  if (!input.enabled) return input
  const configured_networks = input.configured_networks.map((network) => {
    const number = network.chain_id.slice('eip155:'.length)
    const bundler_url = network.bundler_url ?? bundlerUrls?.get(number)
    if (bundler_url === undefined)
      throw new ApiError('invalid_data', {
        message: `bundler_url must be provided for ${network.chain_id}`,
      })
    // The deployment's paymaster goes with its bundler only.
    const own = network.bundler_url === undefined ? paymasterUrls?.get(number) : undefined
    const paymaster_url = network.paymaster_url ?? own
    return { ...network, bundler_url, ...(paymaster_url !== undefined && { paymaster_url }) }
  })
  return { ...input, configured_networks }
}
