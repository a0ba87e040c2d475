import { tokenOwner } from '../device/token-owner.js'
import { internalFailure } from '../frame-error.js'
import type { HandlersOf } from '../protocol/handler.js'
import type { HandlerDeps } from './run-as.js'

/** The frame does not enrol factors yet. */
export const refuse = async (): Promise<never> => {
  throw internalFailure()
}

/** Handlers of the events about second factors. */
export function mfaHandlers({ appId, loadedWallets }: HandlerDeps): HandlersOf<'privy:mfa:'> {
  return {
    'privy:mfa:verify': async ({ accessToken }) => {
      tokenOwner(accessToken, appId)
      return {}
    },
    'privy:mfa:init-enrollment': refuse,
    'privy:mfa:submit-enrollment': refuse,
    'privy:mfa:unenroll': refuse,
    'privy:mfa:clear': async ({ userId }) => {
      if (userId) loadedWallets()?.clear(userId)
      return {}
    },
  }
}
