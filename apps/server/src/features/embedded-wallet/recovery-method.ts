import { ApiError, automaticRecoveryMethod, type RecoveryMethod } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import type { RecoveryMethodRow } from '../../db/recovery-methods.js'
import type { RootKey, RootRecord } from '../../db/wallet-roots.js'
import type { SessionCheck } from '../../session/check.js'

/** What a request says of the recovery of the shares it stores; absent with automatic recovery. */
interface RequestedRecovery {
  method: RecoveryMethod
  locator: string
  replaces?: string | undefined
}

/** The app and session of a request. */
export interface RecoveryChooser {
  app: Pick<App, 'settings'>
  session: Pick<SessionCheck, 'requireRecentLogin'>
}

/** A requested recovery as rows have it. */
export function toRecoveryRow(requested: RequestedRecovery | undefined): RecoveryMethodRow {
  if (!requested) return { method: automaticRecoveryMethod, locator: null }
  return { method: requested.method, locator: requested.locator }
}

/** The columns that say which root a row is of, and how its recovery keys are made. */
export function toRootRow({ appId, userId, walletId }: RootKey, recovery: RecoveryMethodRow) {
  return {
    app_id: appId,
    user_id: userId,
    wallet_id: walletId,
    recovery_method: recovery.method,
    recovery_locator: recovery.locator,
  }
}

/** The recovery of a root. */
export function recoveryOf(root: RootRecord): RecoveryMethodRow {
  return { method: root.recovery_method, locator: root.recovery_locator }
}

/** Whether two recoveries are the same one. */
export function isSameRecovery(a: RecoveryMethodRow, b: RecoveryMethodRow): boolean {
  return a.method === b.method && a.locator === b.locator
}

/**
 * Passes for a new root with this recovery.
 *
 * @throws ApiError `disallowed_recovery_method` or, of passcodes, `cannot_set_password` when the app does not offer it, and
 *   `disallowed_recovery_method` for automatic recovery where the app demands one that the user owns.
 */
export function requireOffered(
  requested: RequestedRecovery | undefined,
  { settings }: Pick<App, 'settings'>,
): void {
  const config = settings.embedded_wallet_config
  if (!requested || requested.method === automaticRecoveryMethod) {
    const { require_user_owned_recovery_on_create, require_user_password_on_create } = config
    if (!require_user_owned_recovery_on_create && !require_user_password_on_create) return
    throw new ApiError('disallowed_recovery_method')
  }
  if (config.user_owned_recovery_options.includes(requested.method)) return
  const isPasscode = requested.method === 'user-passcode'
  throw new ApiError(isPasscode ? 'cannot_set_password' : 'disallowed_recovery_method')
}

/**
 * Passes for a further device of a root: its shares have the root's recovery, or one that is to take its place. That needs a login
 * made just now, and names the method that it replaces. Automatic recovery takes the place of a user's secret only in a session that
 * has restored the wallet by it just now.
 *
 * @throws ApiError `disallowed_recovery_method` for a way back to automatic recovery without that, `wallet_password_exists` when the
 *   root has another method than the request replaces, `invalid_data` for a new secret under the name of the present one,
 *   `login_too_old`, and what `requireOffered` throws.
 */
export async function checkRecovery(
  requested: RequestedRecovery | undefined,
  { root, app, session, wasProven }: RecoveryChooser & { root: RootRecord; wasProven: WasProven },
): Promise<void> {
  const present = recoveryOf(root)
  if (isSameRecovery(toRecoveryRow(requested), present)) {
    if (requested?.replaces === undefined) return
    // The shares would be those of one more device, and the secret before would still restore the wallet.
    throw new ApiError('invalid_data', {
      message: 'A new recovery secret must be kept under another name than the one it replaces',
    })
  }
  // A device that does not know yet of another recovery.
  if (!requested) throw new ApiError('disallowed_recovery_method')
  requireOffered(requested, app)
  if (requested.replaces !== present.method) throw new ApiError('wallet_password_exists')
  session.requireRecentLogin()
  if (requested.method !== automaticRecoveryMethod) return
  // A thief of a session could otherwise take the user's secret out of the wallet's recovery.
  if (!(await wasProven(present.method))) throw new ApiError('disallowed_recovery_method')
}

/** Whether this session has restored the wallet by a method just now. */
type WasProven = (method: string) => Promise<boolean>
