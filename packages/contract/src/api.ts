import { adminApp } from './features/admin-app.js'
import { embeddedWallet } from './features/embedded-wallet.js'
import { pageApi } from './page-api.js'
import type { RouteGroup } from './route.js'

/** Every route of the API by feature: what the server mounts, the clients call and the OpenAPI document lists. */
export const api = {
  ...pageApi,
  adminApp,
  embeddedWallet,
} satisfies Record<string, RouteGroup>
