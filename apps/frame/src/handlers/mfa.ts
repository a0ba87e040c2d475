import { tokenOwner } from '../device/token-owner.js'
import { factorMissing } from '../frame-error.js'
import type { HandlersOf } from '../protocol/handler.js'
import type { HandlerDeps } from './run-as.js'

/**
 * Handlers of the events about second factors. The factor that a request carries was proven before: what is left to do for
 * `verify` is to say whether there is one.
 */
export function mfaHandlers({
  appId,
  loadedWallets,
  factors,
}: HandlerDeps): HandlersOf<'privy:mfa:' | 'sallyport:mfa:'> {
  /** Loaded with the first change of a factor, and only for a token that can be read: a flood of others waits for nothing. */
  const enrollmentFor = async ({ accessToken }: { accessToken: string }) => {
    tokenOwner(accessToken, appId)
    return import('../factor/enrollment.js')
  }
  return {
    'privy:mfa:verify': async ({ accessToken, isEnrolled }) => {
      tokenOwner(accessToken, appId)
      if (isEnrolled && factors.of(accessToken) === undefined) throw factorMissing()
      return {}
    },
    'privy:mfa:init-enrollment': async (data) => (await enrollmentFor(data)).init(factors, data),
    'privy:mfa:submit-enrollment': async (data) =>
      (await enrollmentFor(data)).submit(factors, data),
    'privy:mfa:unenroll': async (data) => (await enrollmentFor(data)).unenroll(factors, data),
    'sallyport:mfa:recovery-codes': async (data) =>
      (await enrollmentFor(data)).newRecoveryCodes(factors, data),
    'privy:mfa:clear': async ({ userId }) => {
      if (!userId) return {}
      factors.forget(userId)
      loadedWallets()?.clear(userId)
      return {}
    },
  }
}
