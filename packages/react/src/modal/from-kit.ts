import { type Chain, RpcError, type SolanaCluster, user } from '@sallyport/core'
import type { Kit } from '../kit.js'
import { loadWallets } from '../load-wallets.js'
import { recentMethod } from '../recent-method.js'
import type { Services } from './services.js'

/** The modal's services on a real client. */
export function servicesOf(kit: Kit): Services {
  const { client } = kit
  const opened = client.session.tokens.session()
  return {
    nowMs: () => client.environment.clock.nowMs(),
    after(delayMs, run) {
      const timer = setTimeout(run, delayMs)
      return () => clearTimeout(timer)
    },
    sendCode: kit.sendCode,
    loginWithCode: (attempt) => kit.loginWithCode(attempt).finally(kit.finishIfClosed),
    loginAsGuest: () => kit.loginAsGuest().finally(kit.finishIfClosed),
    lastMethod: () => recentMethod(client).get(),
    acceptTerms: () => user.acceptTerms(client),
    logout: kit.logout,
    loginAgain: () => kit.loginAgain(opened),
    createWallets: kit.createWallets,
    connect: (address, onRecovering) =>
      kit.connect({
        address,
        report: ({ step }) => step === 'recovering' && onRecovering(),
      }),
    isConnected: kit.isConnected,
    async prepare(request) {
      const { ethereum } = await loadWallets()
      const prepared = await ethereum.prepareTransaction(client, request)
      const { maxFeeWei, balanceWei, isInsufficient, problem } = prepared
      return {
        fee: maxFeeWei,
        balance: balanceWei,
        likelyFails: problem !== null && !isInsufficient,
      }
    },
    async readChain({ chain, method, params }) {
      const { fetch } = client.environment
      return askNode(fetch, await urlOf(kit, chain), { method, params })
    },
    reload: () => client.start(),
    copyText: (text) => navigator.clipboard.writeText(text),
  }
}

async function urlOf({ client }: Kit, chain: Chain | SolanaCluster): Promise<string> {
  const { ethereum, solana } = await loadWallets()
  return 'id' in chain ? ethereum.rpcUrlOf(chain, client.options) : solana.clusterUrlOf(chain)
}

async function askNode(
  fetch: typeof globalThis.fetch,
  url: string,
  call: { method: string; params: readonly unknown[] },
): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }),
    signal: AbortSignal.timeout(10_000),
  })
  const answer: unknown = await response.json()
  if (typeof answer === 'object' && answer !== null && 'result' in answer) return answer.result
  throw new RpcError(-32603)
}
