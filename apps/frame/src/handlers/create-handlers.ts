import { asFrameError } from '../api/as-frame-error.js'
import type { ConfirmingDeps } from '../confirm/confirm-call.js'
import type { DeviceStore } from '../device/device-record.js'
import type { Handlers } from '../protocol/handler.js'
import { authHandlers } from './auth.js'
import { ethereumWalletHandlers } from './ethereum-wallet.js'
import { farcasterHandlers } from './farcaster.js'
import { grantHandlers } from './grants.js'
import { mfaHandlers } from './mfa.js'
import { createRunAs, type HandlerDeps } from './run-as.js'
import { solanaWalletHandlers } from './solana-wallet.js'
import { walletsHandlers } from './wallets.js'

/**
 * One handler for every event of the contract. The older events by chain ask for the same operations as `wallets:*`, in other
 * words (wire reference §20.4).
 */
export function createHandlers(
  deps: HandlerDeps &
    Parameters<typeof grantHandlers>[0] &
    ConfirmingDeps & {
      openStore: () => Promise<Pick<DeviceStore, 'storage'>>
    },
): Handlers {
  const runAs = createRunAs(deps)
  return {
    'privy:iframe:ready': async () => ({}),
    ...walletsHandlers(runAs),
    ...ethereumWalletHandlers(runAs),
    ...solanaWalletHandlers(runAs),
    ...farcasterHandlers(runAs),
    ...mfaHandlers(deps),
    ...authHandlers(deps),
    ...grantHandlers(deps),
    'sallyport:device:kept': async () => ({
      isKept: (await deps.openStore()).storage === 'persistent',
    }),
    // Of the pages that users see; the hidden frame shows nothing.
    'sallyport:page:result': async () => ({}),
    'sallyport:request:confirm': async (data, context) => {
      const { confirmCall } = await import('../confirm/confirm-call.js')
      return confirmCall(deps, data, context).catch((error: unknown) => {
        throw asFrameError(error)
      })
    },
    // `guard` answers it where a request waits for a confirmation.
    'sallyport:confirm:cancel': async () => ({}),
  }
}
