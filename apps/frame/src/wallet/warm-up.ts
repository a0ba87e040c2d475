import { loginChainTypes } from '@sallyport/contract'
import { proveAccount, withRoot } from './root.js'

/**
 * Does the computation of a creation once, on the all-zero root, so that the curves' tables exist and the engine has
 * compiled the code before a user waits for it. Generates, stores and sends nothing.
 */
export function warmUp(webCrypto: Crypto): Promise<void> {
  const owner = { appId: 'none', userId: 'none', walletId: 'none' }
  return withRoot({ webCrypto, ...owner, entropy: new Uint8Array(16) }, async (root) => {
    for (const chainType of loginChainTypes) {
      await proveAccount(root, { ...owner, path: { chainType, walletIndex: 0 } })
    }
  })
}
