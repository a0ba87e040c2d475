import type { api } from '@sallyport/contract'
import type { Deps } from '../deps.js'
import type { Implementation } from '../http/implement.js'
import { adminAppRoutes } from './admin-app/routes.js'
import { analyticsRoutes } from './analytics/routes.js'
import { appRoutes } from './app/routes.js'
import { emailRoutes } from './email/routes.js'
import { embeddedWalletRoutes } from './embedded-wallet/routes.js'
import { guestRoutes } from './guest/routes.js'
import { sessionRoutes } from './session/routes.js'
import { userRoutes } from './user/routes.js'

const routes = {
  adminApp: adminAppRoutes,
  analytics: analyticsRoutes,
  app: appRoutes,
  email: emailRoutes,
  embeddedWallet: embeddedWalletRoutes,
  guest: guestRoutes,
  session: sessionRoutes,
  user: userRoutes,
} satisfies Record<keyof typeof api, (deps: Deps) => Implementation[]>

/** Every route of the API with its handler. */
export function features(deps: Deps): Implementation[] {
  return Object.values(routes).flatMap((make) => make(deps))
}
