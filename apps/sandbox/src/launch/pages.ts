import { join } from 'node:path'
import { loadOrCreateAuthorizationKey } from '../back-end/authorization-key.js'
import { backEndRoutes } from '../back-end/routes.js'
import type { SandboxClock } from '../clock/clock.js'
import { clockRoutes } from '../clock/routes.js'
import { type FaucetLedgers, faucetRoutes } from '../faucet/routes.js'
import { listen } from '../http/listen.js'
import { onceBuilt } from '../http/once-built.js'
import { createOriginServer } from '../http/origin.js'
import { servePage } from '../http/static.js'
import type { Inbox } from '../inbox/inbox.js'
import { inboxRoutes } from '../inbox/routes.js'
import { createLaboratory } from '../laboratory/laboratory.js'
import { laboratoryRoutes } from '../laboratory/routes.js'
import { createSignedCall } from '../laboratory/signed-call.js'
import { ownLoginRoutes } from '../own-login/own-login.js'
import { settingsRoutes } from '../settings/routes.js'
import type { Simulators } from '../simulators/simulators.js'
import { WebhookReceiver } from '../webhooks/receiver.js'
import { receivePath, webhookRoutes } from '../webhooks/routes.js'
import { buildPage } from './build-page.js'
import type { Secrets } from './secrets.js'
import type { LaunchSettings } from './settings.js'
import type { Urls } from './urls.js'

/*
 * The preview of a mail needs inline styles and embedded images; nothing else is loaded from other origins. The gallery
 * shows screens in frames of this origin.
 */
const dashboardHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: https:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'referrer-policy': 'no-referrer',
}

/** Starts the origins of the dashboard (with the sandbox's routes) and both demos; the returned function stops them. */
export async function startPages(options: {
  settings: LaunchSettings
  secrets: Secrets
  urls: Urls
  inbox: Inbox
  clock: SandboxClock
  ledgers: FaucetLedgers
  simulators: Simulators
}): Promise<() => Promise<void>> {
  const { settings, secrets, urls, inbox, clock, ledgers, simulators } = options
  const { root, folder, ports } = settings
  const openTo = [urls.demoUrl]
  const receiver = new WebhookReceiver({ nowMs: () => clock.nowMs() })
  const dashboardPage = onceBuilt(
    buildPage(root, 'dashboard'),
    servePage(join(root, 'apps', 'dashboard', 'dist-page'), dashboardHeaders),
  )
  const app = { authUrl: urls.authUrl, appId: secrets.appId, appSecret: secrets.appSecret }
  const call = createSignedCall(app)
  const laboratory = createLaboratory({ folder, call, evmRpcUrl: urls.evmRpcUrl })
  const dashboard = createOriginServer({
    origin: urls.dashboardUrl,
    routes: [
      ...inboxRoutes(inbox, { path: '/inbox', openTo }),
      ...clockRoutes(clock, '/clock'),
      ...faucetRoutes({ evmRpcUrl: urls.evmRpcUrl, ledgers, openTo }),
      ...settingsRoutes(app),
      ...(await webhookRoutes(receiver, { ...app, url: `${urls.dashboardUrl}${receivePath}` })),
      ...laboratoryRoutes(laboratory),
      ...simulators.routes,
      { method: 'GET', path: '/api/urls', handle: () => urls },
    ],
    // A webhook is verified by its bytes, which routes do not see.
    page: (request, response) =>
      request.method === 'POST' && request.url === receivePath
        ? void receiver.receive(request, response).catch(() => response.destroy())
        : dashboardPage(request, response),
  })
  const demo = createOriginServer({
    origin: urls.demoUrl,
    // Values that the demo can't know at build time.
    routes: [
      ...ownLoginRoutes({
        issuer: urls.demoUrl,
        audience: secrets.appId,
        nowMs: () => clock.nowMs(),
        chosen: () => simulators.chosen('ownLogin'),
      }),
      ...backEndRoutes({ ...app, key: loadOrCreateAuthorizationKey(folder) }),
      { method: 'GET', path: '/config.json', handle: () => ({ ...urls, appId: secrets.appId }) },
    ],
    page: servePage(join(root, 'apps', 'demo', 'dist-page')),
  })
  const second = createOriginServer({
    origin: urls.secondDemoUrl,
    routes: [
      {
        method: 'GET',
        path: '/config.json',
        handle: () => ({ ...urls, appId: secrets.secondAppId, providerAppId: secrets.appId }),
      },
    ],
    page: servePage(join(root, 'apps', 'demo', 'dist-page')),
  })
  const stops = await Promise.all([
    listen(dashboard, ports.dashboard),
    listen(demo, ports.demo),
    listen(second, ports.secondDemo),
  ])
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
