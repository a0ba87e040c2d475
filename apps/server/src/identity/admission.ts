import { ApiError, type LoginSwitch } from '@sallyport/contract'
import type { App } from '../apps/app.js'
import { isAllowlisted } from '../db/apps.js'
import type { Deps } from '../deps.js'
import { type AccountKey, loginMethods } from './proven-account.js'

declare const admitted: unique symbol

/**
 * The app's rules admit this account. Only `admit` makes one, and opening a session takes one: no login method can skip
 * the rules.
 */
export interface Verdict {
  readonly [admitted]: true
  readonly app: App
  readonly method: LoginSwitch
  readonly account: AccountKey
}

/** A login that is about to be proven, or was. */
export interface Claim {
  app: App
  method: LoginSwitch
  /** Key of the account, in canonical form. */
  key: string
}

/**
 * Applies the app's rules about who may log in. Rules about a user that exists belong into the statement of `signIn`.
 *
 * @throws ApiError `disallowed_login_method` when the method is off, `disallowed_plus_email` for `name+tag@host` where
 *   the app refuses them, `allowlist_rejected` (401) when the allow-list is on and does not name the account (T-19:
 *   guests are on no list).
 */
export async function admit(deps: Pick<Deps, 'db'>, { app, method, key }: Claim): Promise<Verdict> {
  const { account: type } = loginMethods[method]
  const { settings } = app
  if (!settings[method]) throw new ApiError('disallowed_login_method')
  if (type === 'email' && settings.disable_plus_emails && isPlusAddress(key)) {
    throw new ApiError('disallowed_plus_email')
  }
  if (settings.allowlist_enabled) await requireAllowlisted(deps, app, { type, key })
  // The one place that makes a verdict: the brand has no value.
  return { app, method, account: { type, key } } as Verdict
}

function isPlusAddress(email: string): boolean {
  const [local = ''] = email.split('@')
  return local.includes('+')
}

async function requireAllowlisted(
  deps: Pick<Deps, 'db'>,
  app: App,
  { type, key: value }: AccountKey,
): Promise<void> {
  if (await isAllowlisted(deps.db, { appId: app.id, type, value })) return
  const { error_detail: message } = app.settings.allowlist_config
  throw new ApiError('allowlist_rejected', message === null ? {} : { message })
}
