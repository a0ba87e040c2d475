import { ApiError, api } from '@sallyport/contract'
import { toOwnAppConfig } from '../../apps/app.js'
import { requireWholeCaptcha } from '../../apps/captcha-settings.js'
import { checkPrivateSettings, sealSecrets, splitChange } from '../../apps/private-settings.js'
import { splitRemoved, without } from '../../apps/removed-settings.js'
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
      const { own, others } = splitChange(body)
      const { max_users: maxUsers, ...rest } = others
      const { named, removed } = splitRemoved(rest)
      const { captcha_secret_key } = own
      const { environment, settings: current } = caller.app
      const settings = checkSettings(named, environment, current.allowed_domains)
      requireSms(deps, settings)
      const given = checkPrivateSettings(own, environment)
      requireWholeCaptcha({
        settings: { ...without(caller.app.settings, removed), ...settings },
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
          removed,
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

/** @throws ApiError `not_supported` for a login or factor by text message where the server sends none. */
function requireSms(
  { channels }: Deps,
  {
    sms_auth,
    mfa_methods,
  }: { sms_auth?: boolean | undefined; mfa_methods?: readonly string[] | undefined },
): void {
  if (channels.sms.isConfigured !== false || !(sms_auth || mfa_methods?.includes('sms'))) return
  throw new ApiError('not_supported', {
    message: 'This server is not set up to send text messages: set SALLYPORT_SMS_ACCOUNT first',
  })
}
