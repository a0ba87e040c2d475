import { ApiError, api } from '@sallyport/contract'
import { toOwnAppConfig } from '../../apps/app.js'
import { requireWholeCaptcha } from '../../apps/captcha-settings.js'
import { checkPrivateSettings, sealSecrets } from '../../apps/private-settings.js'
import { checkSettings } from '../../apps/settings-rules.js'
import { recordAppChange } from '../../audit/record-app-change.js'
import { changeApp, updateAppConfig } from '../../db/apps.js'
import type { Db } from '../../db/connect.js'
import type { Deps } from '../../deps.js'
import { type Implementation, implement } from '../../http/implement.js'
import { refuseOrphans } from './refuse-orphans.js'

/** The app's own settings, for its back end and the dashboard. */
export function adminAppRoutes(deps: Deps): Implementation[] {
  return implement(api.adminApp, {
    get: async ({ caller }) => toOwnAppConfig(caller.app),
    update: async ({ caller, body }) => {
      const appId = caller.app.id
      const {
        max_users: maxUsers,
        custom_jwt,
        telegram_bot_token,
        captcha_secret_key,
        farcaster_app_account,
        icloud_container,
        delegated_actions,
        icloud_web_api_token,
        icloud_ios_api_token,
        moonpay,
        moonpay_secret_key,
        moonpay_test_secret_key,
        coinbase_on_ramp,
        coinbase_api_key_secret,
        ...named
      } = body
      const { environment, settings: current } = caller.app
      const settings = checkSettings(named, environment, current.allowed_domains)
      const given = checkPrivateSettings(
        {
          custom_jwt,
          telegram_bot_token,
          captcha_secret_key,
          farcaster_app_account,
          icloud_container,
          delegated_actions,
          icloud_web_api_token,
          icloud_ios_api_token,
          moonpay,
          moonpay_secret_key,
          moonpay_test_secret_key,
          coinbase_on_ramp,
          coinbase_api_key_secret,
        },
        environment,
      )
      requireWholeCaptcha({
        settings: { ...caller.app.settings, ...settings },
        hasSecret:
          captcha_secret_key === undefined
            ? caller.app.secretsSet.includes('captcha_secret_key')
            : captcha_secret_key !== null,
      })
      await refuseOrphans(deps, caller.app, body)
      const nowMs = deps.clock.nowMs()
      const change = async (transaction: Db) => {
        await updateAppConfig(transaction, {
          appId,
          settings,
          privateSettings: given.settings,
          secrets: sealSecrets(deps.keyEncryption, { appId, secrets: given.secrets }),
          maxUsers,
          nowMs,
        })
        await recordAppChange(transaction, { appId, settings: Object.keys(body), nowMs })
      }
      await changeApp(deps, { appId, change })
      deps.apps.forget(appId)
      const app = await deps.apps.find(appId)
      if (app === undefined) throw new ApiError('missing_or_invalid_privy_app_id')
      return toOwnAppConfig(app)
    },
  })
}
