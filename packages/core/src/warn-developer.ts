import type { SallyportClient } from './client.js'
import type { Environment } from './environment.js'
import { keepStarting } from './keep-starting.js'

interface FailedStart {
  appId: string
  apiUrl: string
  /** Origin of the page. */
  origin: string
  /** The sites that this page is shown inside of; undefined for a page of its own. */
  around: string | undefined
}

/** What to tell the developer, by the code in the client's state. */
const notes: Readonly<Record<string, (start: FailedStart) => string>> = {
  missing_or_invalid_privy_app_id: ({ apiUrl, appId }) =>
    `${apiUrl} has no app ${appId}. Copy the app id from the dashboard (npm start) or from the output of provision-app.`,
  missing_or_invalid_privy_client_id: ({ appId }) =>
    `App ${appId} has no client of this id. Check clientId, or leave it out.`,
  invalid_origin: ({ origin, appId }) =>
    `${origin} is not an allowed domain of app ${appId}. Add it to the app's allowed domains.`,
  missing_origin: ({ appId }) =>
    `App ${appId} accepts calls from the pages of its allowed domains only, and this call names no page.`,
  offline: ({ apiUrl }) => `${apiUrl} does not answer. Is the server running, and is apiUrl right?`,
  client_request_timeout: ({ apiUrl }) =>
    `${apiUrl} did not answer in time. Is the server running, and is apiUrl right?`,
  passkey_wrong_domain: ({ origin, appId }) =>
    `The browser refuses passkeys of app ${appId} on ${origin}. Set passkey_rp_id to this domain, or serve the app's related origins (docs/features/passkeys.md).`,
  frame_unavailable: ({ apiUrl, appId, origin, around }) =>
    `The wallet frame ${apiUrl}/apps/${appId}/embedded-wallets could not be loaded. Users can log in, but not use wallets. ${
      around === undefined
        ? `Is ${origin} among the app's allowed_domains?`
        : `This page is inside of ${around}: add that origin to the app's allowed_embedders (docs/features/embedded-apps.md).`
    }`,
}

const warned = new WeakMap<Environment, Set<string>>()

/**
 * Writes one line to the developer's console: what is wrong and how to fix it; once for each reason, however often the
 * client starts again. Users never see it. Where the reason can pass, the client starts again by itself.
 */
export function warnDeveloper(client: SallyportClient, reason: string): void {
  const { environment } = client
  keepStarting(client)
  const reasons = warned.get(environment) ?? new Set()
  if (reasons.has(reason)) return
  warned.set(environment, reasons.add(reason))
  const { appId, apiUrl, warn } = environment
  const origin = globalThis.location?.origin ?? 'This page'
  const start = { appId, apiUrl, origin, around: sitesAround() }
  const note = notes[reason]?.(start) ?? `The server refused the app: ${reason}.`
  warn(`[Sallyport] ${note}`)
}

/** Every page around this one counts. Firefox names none of them, but the one that loaded this page. */
function sitesAround(): string | undefined {
  if (typeof window === 'undefined' || window.parent === window) return undefined
  const origins = [...(window.location?.ancestorOrigins ?? [])]
  if (origins.length > 0) return origins.join(' and ')
  const { referrer = '' } = globalThis.document ?? {}
  return URL.canParse(referrer) ? new URL(referrer).origin : 'another site'
}
