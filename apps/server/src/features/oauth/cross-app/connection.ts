import { ApiError, type CrossAppRequester } from '@sallyport/contract'
import { type App, allowsOrigin } from '../../../apps/app.js'
import { matchesOrigin } from '../../../apps/origins.js'

/** What an app needs to be asked for the wallets of its users: the page that asks them. */
export interface Provider {
  app: App
  /** On one of the app's own origins. */
  page: URL
}

/** The app as a provider; undefined when it is none. */
export function readProvider(app: App): Provider | undefined {
  const url = app.privateSettings.cross_app?.page_url
  if (url == null || !URL.canParse(url)) return undefined
  const page = new URL(url)
  return allowsOrigin(app, page.origin) ? { app, page } : undefined
}

/** How `requester` may use the wallets of the provider's users: both apps list the other one. Undefined: it may not. */
export function readConnection(
  provider: App,
  requester: App,
): { provider: Provider; readOnly: boolean } | undefined {
  const asProvider = readProvider(provider)
  const given = provider.privateSettings.cross_app?.requesters.find(
    ({ app_id }) => app_id === requester.id,
  )
  const wanted = requester.privateSettings.cross_app?.providers.find(
    ({ app_id }) => app_id === provider.id,
  )
  if (asProvider === undefined || given === undefined || wanted === undefined) return undefined
  return { provider: asProvider, readOnly: given.read_only || wanted.read_only }
}

/** An app that asks, as the user is told of it. `origin` is where its answer goes. */
export function describeApp(
  requester: App,
  { origin, readOnly }: { origin: string; readOnly: boolean },
): CrossAppRequester {
  const { name, icon_url } = requester.settings
  return { app_id: requester.id, name, icon_url, origin, read_only: readOnly }
}

/**
 * The site at `origin`, as the provider lists it: by itself, or as a page of an app that may ask. `requesters` are those apps.
 *
 * @throws ApiError `cross_app_connection_not_allowed` (XAP-01).
 */
export function describeSite(
  provider: App,
  { origin, requesters }: { origin: string; requesters: readonly App[] },
): CrossAppRequester {
  const site = provider.privateSettings.cross_app?.requester_sites.find(
    (each) => each.origin === origin,
  )
  if (site !== undefined) {
    return { app_id: null, name: site.name, icon_url: null, origin, read_only: site.read_only }
  }
  for (const requester of requesters) {
    const connection = readConnection(provider, requester)
    const isListed = requester.allowedOrigins.some((entry) => matchesOrigin(entry, origin))
    if (connection && isListed) {
      const { readOnly } = connection
      return { ...describeApp(requester, { origin, readOnly }), app_id: requester.id }
    }
  }
  throw refused()
}

/** The refusal of every connection that is not, or no longer, permitted. */
export function refused(message?: string): ApiError {
  return new ApiError('cross_app_connection_not_allowed', message === undefined ? {} : { message })
}
