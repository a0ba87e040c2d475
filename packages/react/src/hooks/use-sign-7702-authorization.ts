import type { ethereum } from '@sallyport/core'
import { runWithCallbacks } from '../actions.js'
import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { loadWallets } from '../load-wallets.js'
import type { AuthorizationRequest, RequestOptions } from '../wallet-requests.js'
import { useCallbacks } from './use-callbacks.js'

/**
 * `signAuthorization({ contractAddress })` lets the user give a contract control of their embedded wallet (EIP-7702), for an
 * app that allows it (`eip7702_enabled`). Rejects with RpcError 4001 when the user declines.
 */
export function useSign7702Authorization(callbacks?: Callbacks['signAuthorization']) {
  useCallbacks('signAuthorization', callbacks)
  const kit = useKit()
  return {
    signAuthorization: (
      authorization: AuthorizationRequest,
      options: RequestOptions = {},
    ): Promise<ethereum.SignedAuthorization> =>
      runWithCallbacks(kit, 'signAuthorization', async () => {
        const { requests } = await loadWallets()
        return requests.signAuthorization(kit.client, { ...options, authorization })
      }),
  }
}
