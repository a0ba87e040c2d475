import { tokenOwner } from '../device/token-owner.js'
import type { WalletGrants } from '../device/wallet-grants.js'
import type { HandlersOf } from '../protocol/handler.js'

/** Handlers by which the page's login and this frame agree on a wallet grant where cookies do not reach the frame. */
export function grantHandlers({
  appId,
  keepsCookies,
  loadGrants,
}: {
  appId: string
  keepsCookies: () => boolean
  loadGrants: () => Promise<WalletGrants>
}): HandlersOf<'sallyport:grant:'> {
  return {
    'sallyport:grant:key': async ({ withoutCookie }) => {
      if (!withoutCookie && keepsCookies()) return { walletKey: null }
      return { walletKey: await (await loadGrants()).publicKey() }
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
