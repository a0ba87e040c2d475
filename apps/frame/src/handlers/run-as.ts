import { asFrameError } from '../api/as-frame-error.js'
import { tokenOwner } from '../device/token-owner.js'
import type { Factors } from '../factor/factors.js'
import type { Caller } from '../wallet/context.js'
import type { Wallets } from '../wallet/wallets.js'

/** What handlers of wallet events need. */
export interface HandlerDeps {
  appId: string
  /** Loads custody code, so it is not called for events that need none. */
  loadWallets: () => Promise<Wallets>
  /** The wallets if they are loaded. */
  loadedWallets: () => Wallets | undefined
  factors: Factors
}

/**
 * Runs an operation as the owner of the request's token; failed calls become errors the page knows.
 *
 * @throws FrameError `error` for a token that cannot be read.
 */
export type RunAs = <T>(
  request: { accessToken: string },
  run: (wallets: Wallets, caller: Caller) => Promise<T>,
) => Promise<T>

/** A `RunAs` for one app. */
export function createRunAs({
  appId,
  loadWallets,
}: Pick<HandlerDeps, 'appId' | 'loadWallets'>): RunAs {
  return async ({ accessToken }, run) => {
    const caller = { ...tokenOwner(accessToken, appId), accessToken }
    try {
      return await run(await loadWallets(), caller)
    } catch (error) {
      throw asFrameError(error)
    }
  }
}
