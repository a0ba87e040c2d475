import type { NewApp } from './provision-app.js'
import type { Secrets } from './secrets.js'
import type { Urls } from './urls.js'

/** The app of the second demo, as the server's `provision-app` program takes it: its users bring the demo's wallets along. */
export function secondDemoApp({ secrets, urls }: { secrets: Secrets; urls: Urls }): NewApp {
  return {
    appId: secrets.secondAppId,
    appSecret: secrets.secondAppSecret,
    name: 'Second demo',
    environment: 'development',
    settings: { allowed_domains: [urls.secondDemoUrl] },
    privateSettings: {
      cross_app: {
        providers: [{ app_id: secrets.appId, read_only: false }],
        page_url: null,
        requesters: [],
        requester_sites: [],
      },
    },
  }
}
