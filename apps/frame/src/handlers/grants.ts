import type { RegisterKey } from '../api/register-key.js'
import { tokenOwner } from '../device/token-owner.js'
import type { WalletGrants } from '../device/wallet-grants.js'
import type { HandlersOf } from '../protocol/handler.js'

/** Handlers by which the page's login and this frame agree on a wallet grant where cookies do not reach the frame. */
export function grantHandlers({
  appId,
  registerKey,
  loadGrants,
}: {
  appId: string
  registerKey: RegisterKey
  loadGrants: () => Promise<WalletGrants>
}): HandlersOf<'sallyport:grant:'> {
  return {
    'sallyport:grant:key': async ({ withoutCookie }) => {
      const publicKey = async () => (await loadGrants()).publicKey()
      return { walletKey: await registerKey({ withoutCookie, publicKey }) }
    },
    'sallyport:grant:keep': async ({ accessToken, grant }) => {
      tokenOwner(accessToken, appId)
      await (await loadGrants()).keep(accessToken, grant)
      return {}
    },
    'sallyport:grant:prove': async ({ accessToken }) => {
      tokenOwner(accessToken, appId)
      return { proof: (await (await loadGrants()).proofFor(accessToken)) ?? null }
    },
  }
}
