import { join } from 'node:path'
import { defaultPrefixes } from '@sallyport/contract'
import { createCloudSimulator } from '../cloud/simulator.js'
import { serveOAuthSimulator } from '../oauth/server.js'
import { createOAuthSimulator, type OAuthSimulator } from '../oauth/simulator.js'
import type { Simulators } from '../simulators/simulators.js'
import { loadCloudFiles } from './saved-state.js'
import type { Secrets } from './secrets.js'
import type { Urls } from './urls.js'

/** Creates the simulated providers of logins and of cloud storage; `serve` starts both at one port. */
export function createProviders(options: {
  folder: string
  urls: Urls
  secrets: Secrets
  simulators: Simulators
  nowMs: () => number
}): { oauth: OAuthSimulator; serve: (port: number) => Promise<() => Promise<void>> } {
  const { folder, urls, secrets, simulators, nowMs } = options
  const oauth = createOAuthSimulator({ nowMs, chosen: () => simulators.chosen('oauth') })
  const callback = `recovery/oauth/callback_icloud/${secrets.appId}/expo_ios`
  const cloud = createCloudSimulator({
    oauth,
    chosen: simulators.chosen,
    nativeCallback: () => `${urls.authUrl}${defaultPrefixes[0]}/${callback}`,
    ...loadCloudFiles(join(folder, 'cloud.json')),
  })
  return { oauth, serve: (port) => serveOAuthSimulator(cloud, port) }
}
