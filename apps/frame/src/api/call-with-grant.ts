import type { WalletGrants } from '../device/wallet-grants.js'
import { CallFailure, type CallRoute, type CallSender } from './call-route.js'

/**
 * Calls that prove that this browser logged in: by the cookie of the login or, where it keeps any, by a grant that is bound to
 * this frame's key. Storage that was cleared in part is asked once more when the server misses both.
 */
export function createCallWithGrant(
  send: CallSender,
  { loadGrants, hasGrants }: { loadGrants: () => Promise<WalletGrants>; hasGrants: () => boolean },
): CallRoute {
  return async (route, input, accessToken) => {
    const header = hasGrants() ? await (await loadGrants()).headerFor(accessToken) : undefined
    try {
      return await send(route, input, { accessToken, grant: header })
    } catch (error) {
      if (header !== undefined || !isGrantMissing(error)) throw error
      const grant = await (await loadGrants()).headerFor(accessToken)
      if (grant === undefined) throw error
      return send(route, input, { accessToken, grant })
    }
  }
}

function isGrantMissing(error: unknown): boolean {
  return error instanceof CallFailure && error.code === 'missing_or_invalid_wallet_grant'
}
