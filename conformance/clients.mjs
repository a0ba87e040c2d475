/** The clients whose calls are noted. */
import Privy, { InMemoryCache } from '@privy-io/js-sdk-core'
import { PrivyClient as NodeClient } from '@privy-io/node'
import { PrivyClient } from '@privy-io/server-auth'
import { PrivyClient as OlderClient } from 'older-server-auth'
import { watch } from './watch.mjs'

/**
 * @param {Record<string, string>} dev The contents of `dev.json`.
 * @param {ReturnType<typeof import('./coverage.mjs').createCoverage>} coverage
 */
export function createClients(dev, coverage) {
  const noted = (name, client) => watch(client, (method) => coverage.call(name, method))
  return {
    /** A headless browser client with storage of its own; of the demo's app when no other is named. */
    browser(storage = new InMemoryCache(), appId = dev.appId) {
      const client = new Privy({ appId, baseUrl: dev.authUrl, storage })
      return { client: noted('js-sdk-core', client), storage }
    },
    /** The app's back end. @param authorizationPrivateKey a key of it: PKCS #8 in base64 */
    backEnd: (authorizationPrivateKey) =>
      noted(
        'server-auth',
        new PrivyClient(dev.appId, dev.appSecret, {
          apiURL: dev.authUrl,
          walletApi: {
            apiURL: dev.authUrl,
            ...(authorizationPrivateKey && { authorizationPrivateKey }),
          },
        }),
      ),
    /** The same with the newest client for back ends, which calls `/v1` without `/api`. */
    newestBackEnd: () =>
      noted(
        'node',
        new NodeClient({ appId: dev.appId, appSecret: dev.appSecret, apiUrl: dev.authUrl }),
      ),
    /** The last client whose calls name a wallet by its address. @param key the app's authorization key: PKCS #8 in base64 */
    olderBackEnd: (authorizationPrivateKey) =>
      noted(
        'older server-auth',
        new OlderClient(dev.appId, dev.appSecret, {
          apiURL: dev.authUrl,
          walletApi: { apiURL: dev.authUrl, authorizationPrivateKey },
        }),
      ),
  }
}
