import { analytics } from './features/analytics.js'
import { app } from './features/app.js'
import { email } from './features/email.js'
import { guest } from './features/guest.js'
import { session } from './features/session.js'
import { user } from './features/user.js'
import type { RouteGroup } from './route.js'

/** The routes an app's page calls: `api` without those of the wallet frame and of back ends. */
export const pageApi = {
  analytics,
  app,
  email,
  guest,
  session,
  user,
} satisfies Record<string, RouteGroup>
