import { tokenOwner } from '../device/token-owner.js'
import type { HandlersOf } from '../protocol/handler.js'
import type { HandlerDeps } from './run-as.js'

/** Handlers of the events about accounts that public clients change through the frame. */
export function authHandlers({ appId, factors }: HandlerDeps): HandlersOf<'privy:auth:'> {
  return {
    'privy:auth:unlink-passkey': async (data) => {
      tokenOwner(data.accessToken, appId)
      return (await import('../factor/enrollment.js')).unlinkPasskey(factors, data)
    },
  }
}
