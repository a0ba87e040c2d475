import { ApiError, api, type RouteResponse } from '@sallyport/contract'
import { isP256Point } from '../../authority/p256-signature.js'
import type { Deps } from '../../deps.js'
import { perNetwork } from '../../http/budgets.js'
import { type Implementation, implement } from '../../http/implement.js'
import { registeredKey } from '../../session/wallet-key.js'

type Registered = RouteResponse<typeof api.walletKey.register>

/** Keys of wallet frames whose browsers keep no cookies (architecture, wallet grants). */
export function walletKeyRoutes(deps: Deps): Implementation[] {
  return implement(api.walletKey, {
    register: {
      budgets: (_request, spender) => [perNetwork('wallet-key', spender)],
      handle: async ({ caller: { app }, body, request }): Promise<Registered> => {
        const { public_key: publicKey, without_cookie: isAtOwnAddress = false } = body
        const isNeeded = isAtOwnAddress && app.customApi !== undefined
        if (request.keepsCookies && !isNeeded) return { cookies: 'kept', wallet_key: null }
        if (publicKey === undefined) {
          request.probeCookies()
          return { cookies: 'unknown', wallet_key: null }
        }
        if (!isP256Point(publicKey)) throw invalidKey()
        const named = { appId: app.id, publicKey, nowMs: deps.clock.nowMs() }
        return {
          cookies: request.keepsCookies ? 'kept' : 'not_kept',
          wallet_key: registeredKey(deps.keyEncryption.logins, named),
        }
      },
    },
  })
}

function invalidKey(): ApiError {
  const message = 'public_key must be a point of P-256'
  return new ApiError('invalid_data', { message, data: { field: 'public_key' } })
}
