import { tokenOwner } from '../device/token-owner.js'
import type { HandlersOf } from '../protocol/handler.js'
import type { HandlerDeps } from './run-as.js'

/** Handlers of the events about second factors. No user has one in this version, so nothing is left to verify. */
export function mfaHandlers({ appId, loadedWallets }: HandlerDeps): HandlersOf<'privy:mfa:'> {
  return {
    'privy:mfa:verify': async ({ accessToken }) => {
      tokenOwner(accessToken, appId)
      return {}
    },
    'privy:mfa:clear': async ({ userId }) => {
      if (userId) loadedWallets()?.clear(userId)
      return {}
    },
  }
}
