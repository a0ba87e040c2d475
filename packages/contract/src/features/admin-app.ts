import { appSettings, ownAppConfig } from '../entities/own-app-config.js'
import { route } from '../route.js'

/** The app's own settings, for its back end and the dashboard. */
export const adminApp = {
  get: route({
    method: 'GET',
    path: '/app',
    prefixes: ['/admin/v1'],
    auth: 'secret',
    summary: "The calling app's configuration",
    response: ownAppConfig,
    errors: ['missing_or_invalid_privy_app_id', 'invalid_credentials'],
  }),
  update: route({
    method: 'PATCH',
    path: '/app',
    prefixes: ['/admin/v1'],
    auth: 'secret',
    summary: "Change the calling app's configuration",
    body: appSettings,
    response: ownAppConfig,
    errors: [
      'missing_or_invalid_privy_app_id',
      'invalid_credentials',
      'invalid_data',
      'invalid_app_url_scheme_configuration',
      'not_supported',
    ],
  }),
}
