import { proveAccount, supportedChains, withRoot } from './root.js'

/**
 * Does the work of a creation once, on the root everybody knows (all zeros), so that the curves' tables exist and the
 * engine has compiled the code before a person waits for it. Draws, stores and sends nothing.
 */
export function warmUp(webCrypto: Crypto): Promise<void> {
  const owner = { appId: 'none', userId: 'none', walletId: 'none' }
  return withRoot({ webCrypto, ...owner, entropy: new Uint8Array(16) }, async (root) => {
    for (const chainType of supportedChains) {
      await proveAccount(root, { ...owner, path: { chainType, walletIndex: 0 } })
    }
  })
}
