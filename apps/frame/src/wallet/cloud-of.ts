import { recovery } from '@sallyport/contract'
import type { Cloud } from '../recovery/cloud/cloud-store.js'
import type { Caller, WalletContext } from './context.js'

/** How a caller's cloud storage is reached. */
export function cloudOf(
  { call, webCrypto, storages }: WalletContext,
  { accessToken }: Caller,
): Cloud {
  return {
    outside: { webCrypto, ...storages },
    readContainer: () =>
      call(recovery.configurationICloud, { body: { client_type: 'web' } }, accessToken),
  }
}
