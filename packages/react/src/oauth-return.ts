import {
  errorCode,
  oauth,
  oauthWindow,
  recovery,
  type VisitedStorage,
  wallet,
} from '@sallyport/core'
import type { Kit } from './kit.js'
import { finishOAuth, linkOAuth } from './oauth-login.js'

/**
 * Deals with the answer of a provider in the page's URL: hands it to the page that opened this window, or gives the function
 * that completes the login here. Loaded by pages with an answer only.
 *
 * @returns what to call once the stored session is known; null when there is nothing left to do here.
 */
export async function takeOAuthReturn(kit: Kit): Promise<(() => void) | null> {
  const returned = oauth.takeReturn(kit.client)
  if (returned === null) return null
  if (await oauthWindow.handOver(kit.client, returned)) return null
  return () => {
    completeHere(kit, returned)
    // The login was one that another app asked for.
    void import('./features/cross-app/take-arrival.js').then((it) => it.resumeArrival(kit))
  }
}

function completeHere(kit: Kit, returned: oauth.OAuthReturn): void {
  const { client, events } = kit
  const { provider, isHeadless, disableSignup } = returned
  const visited = recovery.keepStorageReturn(client, returned)
  if (visited !== null) {
    resumeRecovery(kit, visited)
    return
  }
  if (isHeadless) {
    const work = client.state.user ? linkOAuth(kit, returned) : finishOAuth(kit, returned)
    work.catch((error) => {
      const code = errorCode(error, 'oauth_unexpected')
      events.emit('login', (each) => each.onError?.(code))
    })
    return
  }
  if (client.state.user === null) {
    kit.openLogin({ prefill: null, methods: null, disableSignup, oauthReturn: returned })
    return
  }
  const goal = { goal: 'link', method: provider, options: { oauthReturn: returned } } as const
  kit.modal.open(goal, { place: 'next', onEnd: () => undefined, fail: () => undefined })
}

/** Goes on with the recovery of a wallet: the screen takes the answer. What waited for the wallet was left with the page. */
function resumeRecovery(kit: Kit, { address, storage, does }: VisitedStorage): void {
  const { client, modal } = kit
  const chosen = wallet.list(client).find((each) => each.address === address)
  if (client.state.user === null || !chosen) return
  if (does === 'recover') {
    void wallet.connect(client, { address: chosen.address }).catch(() => undefined)
    return
  }
  const goal = { goal: 'set-recovery', wallet: chosen, storage } as const
  modal.open(goal, { place: 'next', onEnd: () => undefined, fail: () => undefined })
}
