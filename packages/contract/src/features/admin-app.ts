import * as z from 'zod/mini'
import { appConfig } from '../entities/app-config.js'
import { route } from '../route.js'

/** What the app's owner may change; every key optional (ours, not the specification's). */
export const appSettings = z.partial(
  z.omit(appConfig, { id: true, verification_key: true, created_at: true, updated_at: true }),
)

/** The app's own settings, for its back end and the dashboard. */
export const adminApp = {
  get: route({
    method: 'GET',
    path: '/app',
    prefixes: ['/admin/v1'],
    auth: 'secret',
    summary: "The calling app's configuration",
    response: appConfig,
    errors: ['missing_or_invalid_privy_app_id', 'invalid_credentials'],
  }),
  update: route({
    method: 'PATCH',
    path: '/app',
    prefixes: ['/admin/v1'],
    auth: 'secret',
    summary: "Change the calling app's configuration",
    body: appSettings,
    response: appConfig,
    errors: ['missing_or_invalid_privy_app_id', 'invalid_credentials', 'invalid_data'],
  }),
}
