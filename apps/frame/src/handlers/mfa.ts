import { tokenOwner } from '../device/token-owner.js'
import { factorMissing } from '../frame-error.js'
import type { HandlersOf } from '../protocol/handler.js'
import type { HandlerDeps } from './run-as.js'

/** Loaded with the first change of a factor. */
const loadEnrollment = () => import('../factor/enrollment.js')

/**
 * Handlers of the events about second factors. The factor that a request carries was proven before: what is left to do for
 * `verify` is to say whether there is one.
 */
export function mfaHandlers({
  appId,
  loadedWallets,
  factors,
}: HandlerDeps): HandlersOf<'privy:mfa:' | 'sallyport:mfa:'> {
  return {
    'privy:mfa:verify': async ({ accessToken, isEnrolled }) => {
      tokenOwner(accessToken, appId)
      if (isEnrolled && factors.of(accessToken) === undefined) throw factorMissing()
      return {}
    },
    'privy:mfa:init-enrollment': async (data) => (await loadEnrollment()).init(factors, data),
    'privy:mfa:submit-enrollment': async (data) => (await loadEnrollment()).submit(factors, data),
    'privy:mfa:unenroll': async (data) => (await loadEnrollment()).unenroll(factors, data),
    'sallyport:mfa:recovery-codes': async (data) =>
      (await loadEnrollment()).newRecoveryCodes(factors, data),
    'privy:mfa:clear': async ({ userId }) => {
      if (!userId) return {}
      factors.forget(userId)
      loadedWallets()?.clear(userId)
      return {}
    },
  }
}
