import type { Session } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { isInCookies, needsWalletKey } from '../environment.js'

/** A login does not wait longer for the frame; without the key, the wallet asks for one more login. */
const mostMs = 5_000

const learning = new WeakMap<SallyportClient, Promise<void>>()

/**
 * Asks the wallet frame for the key that logins name, where the cookie of a login does not reach it. Never throws: what is
 * missing then is reported by the wallet.
 */
export async function learnWalletKey(client: SallyportClient): Promise<void> {
  if (client.environment.walletKey) return
  const running = learning.get(client) ?? ask(client)
  learning.set(client, running)
  await Promise.race([running, client.environment.clock.wait(mostMs)])
}

async function ask(client: SallyportClient): Promise<void> {
  const { environment, frame } = client
  try {
    const withoutCookie = isInCookies(environment)
    const { walletKey } = await frame.call('sallyport:grant:key', { withoutCookie })
    if (!walletKey) return
    environment.walletKey = walletKey
    environment.storage.set(needsWalletKey, true)
  } catch {
    // The frame did not load; the next login tries again.
    learning.delete(client)
  }
}

/** Hands the wallet grant of a login to the frame, whose key it is bound to. Never throws: the wallet request that needs it does. */
export async function handOver(client: SallyportClient, answer: Session): Promise<void> {
  const { token, wallet_grant: grant } = answer
  if (!token || !grant) return
  await client.frame
    .call('sallyport:grant:keep', { accessToken: token, grant })
    .catch(() => undefined)
}
