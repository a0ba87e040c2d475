import type { LoginChain } from '@sallyport/contract'
import type { SallyportClient, WalletAccount } from '@sallyport/core'
import { type LoginRules, owedSilently, owesTerms } from './flow/after-login.js'
import { loadWallets } from './load-wallets.js'

/** Creates the wallets that a login should have created. */
export interface MissingWallets {
  /** The first wallet of each of the chains, created where the user has none. */
  create(chainTypes: readonly LoginChain[]): Promise<WalletAccount[]>
  /** Creates what the user still lacks, without a screen and with retries; one run per user at a time. */
  createInBackground(): void
}

/** The missing wallets of the client's user, by the rules as of now. */
export function createMissingWallets(deps: {
  client: SallyportClient
  rules(): LoginRules
}): MissingWallets {
  const { client, rules } = deps
  let runningFor: string | null = null
  const create: MissingWallets['create'] = async (chainTypes) => {
    const { wallet } = await loadWallets()
    return wallet.createWallets(client, { chainTypes })
  }
  /** None before the app's own rules are known and its terms accepted, and none for another user. */
  const owedNow = (userId: string): LoginChain[] => {
    const { user, config: app } = client.state
    if (user?.id !== userId || app === null || owesTerms(user, rules())) return []
    return owedSilently(user, rules())
  }
  return {
    create,
    createInBackground() {
      const { user } = client.state
      if (!user || runningFor === user.id) return
      if (owedNow(user.id).length === 0) return
      runningFor = user.id
      const work = {
        owed: () => owedNow(user.id),
        create,
        wait: (ms: number) => client.environment.clock.wait(ms),
      }
      // Loaded by logins that lack a wallet. Out of reach, the next login or page tries again.
      void import('./flow/owed-wallets.js')
        .then((it) => it.makeOwedWallets(work))
        .catch(() => undefined)
        .then(() => {
          if (runningFor === user.id) runningFor = null
        })
    },
  }
}
