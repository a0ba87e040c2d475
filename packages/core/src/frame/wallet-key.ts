import { cookiesAreKept, headers, type RouteHead, type Session } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { isInCookies, needsWalletKey } from '../environment.js'

/** A login does not wait longer for the frame; without the key, the wallet asks for one more login. */
const mostMs = 20_000

const asking = new WeakMap<SallyportClient, Promise<void>>()

/**
 * Asks the wallet frame what logins name ahead of a call of `route`, and waits for it where the call may be the login itself:
 * not where one only begins. Never throws.
 */
export async function prepareWalletKey(client: SallyportClient, route: RouteHead): Promise<void> {
  const { environment } = client
  if (environment.walletKey) return
  const learning = learnWalletKey(client)
  if (route.path.endsWith('init')) return
  await learning
  environment.walletKey ??= ''
}

/**
 * Asks the wallet frame what logins name: a key, where the cookie of a login does not reach the frame. Never throws: what is
 * missing then is reported by the wallet.
 */
export async function learnWalletKey(client: SallyportClient): Promise<void> {
  const running = asking.get(client) ?? ask(client).finally(() => asking.delete(client))
  asking.set(client, running)
  await Promise.race([running, client.environment.clock.wait(mostMs)])
}

/**
 * The headers of a login that the server has refused for want of a key. One that the frame cannot make is none: the user is
 * logged in, and the wallet says what is missing.
 */
export async function nameWalletKey(client: SallyportClient): Promise<Record<string, string>> {
  const { environment } = client
  // A key that was named is no longer registered.
  if (!asking.has(client)) delete environment.walletKey
  await learnWalletKey(client)
  return { [headers.walletKey]: environment.walletKey ?? '' }
}

async function ask(client: SallyportClient): Promise<void> {
  const { environment, frame } = client
  const withoutCookie = isInCookies(environment)
  try {
    const { walletKey } = await frame.call('sallyport:grant:key', { withoutCookie })
    environment.walletKey = walletKey ?? cookiesAreKept
    if (walletKey) environment.storage.set(needsWalletKey, true)
    else environment.storage.remove(needsWalletKey)
  } catch {
    // The frame did not load; the next login tries again.
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
