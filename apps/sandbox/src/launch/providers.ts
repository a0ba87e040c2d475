import { join } from 'node:path'
import { defaultPrefixes } from '@sallyport/contract'
import { createCloudSimulator } from '../cloud/simulator.js'
import type { FaucetLedgers } from '../faucet/routes.js'
import { localChains } from '../funding/payout.js'
import { createFundingSimulator, fundingKeys } from '../funding/simulator.js'
import { serveOAuthSimulator } from '../oauth/server.js'
import { createOAuthSimulator, type OAuthSimulator } from '../oauth/simulator.js'
import type { Simulators } from '../simulators/simulators.js'
import { evmChainId } from './anvil.js'
import { loadCloudFiles } from './saved-state.js'
import type { Secrets } from './secrets.js'
import type { Urls } from './urls.js'

/** Creates the simulated providers of logins, of cloud storage and of funding; `serve` starts all at one port. */
export function createProviders(options: {
  folder: string
  urls: Urls
  secrets: Secrets
  simulators: Simulators
  ledgers: FaucetLedgers
  nowMs: () => number
}): { oauth: OAuthSimulator; serve: (port: number) => Promise<() => Promise<void>> } {
  const { folder, urls, secrets, simulators, ledgers, nowMs } = options
  const oauth = createOAuthSimulator({ nowMs, chosen: () => simulators.chosen('oauth') })
  const callback = `recovery/oauth/callback_icloud/${secrets.appId}/expo_ios`
  const cloud = createCloudSimulator({
    oauth,
    chosen: simulators.chosen,
    nativeCallback: () => `${urls.authUrl}${defaultPrefixes[0]}/${callback}`,
    ...loadCloudFiles(join(folder, 'cloud.json')),
  })
  const funding = createFundingSimulator({
    chains: localChains({ rpcUrl: urls.evmRpcUrl, solana: ledgers.solana }),
    keys: fundingKeys(secrets.appSecret),
    chainId: evmChainId,
    chosen: {
      moonpay: () => simulators.chosen('moonpay'),
      coinbase: () => simulators.chosen('coinbase'),
      bridge: () => simulators.chosen('bridge'),
    },
    nowMs,
  })
  const handle = async (request: Request) => (await funding(request)) ?? cloud.handle(request)
  return { oauth, serve: (port) => serveOAuthSimulator({ handle }, port) }
}
