import { ApiError, type LoginSwitch } from '@sallyport/contract'
import type { App } from '../apps/app.js'
import { isAllowlisted } from '../db/apps.js'
import type { Deps } from '../deps.js'

/** @throws ApiError `disallowed_login_method` when the app has the method switched off. */
export function requireMethod(app: App, method: LoginSwitch): void {
  if (!app.settings[method]) throw new ApiError('disallowed_login_method')
}

/** @throws ApiError `disallowed_plus_email` for `name+tag@host` when the app does not take them. */
export function requireAllowedAddress(app: App, email: string): void {
  const [local = ''] = email.split('@')
  if (app.settings.disable_plus_emails && local.includes('+')) {
    throw new ApiError('disallowed_plus_email')
  }
}

/** @throws ApiError `allowlist_rejected` (401) when the allow-list is on and does not name the account. */
export async function requireAllowlisted(
  deps: Pick<Deps, 'db'>,
  app: App,
  entry: { type: string; value: string },
): Promise<void> {
  if (!app.settings.allowlist_enabled) return
  if (!(await isAllowlisted(deps.db, { appId: app.id, ...entry }))) {
    const { error_detail: message } = app.settings.allowlist_config
    throw new ApiError('allowlist_rejected', message === null ? {} : { message })
  }
}
