import type { Environment } from './environment.js'

interface FailedStart {
  appId: string
  apiUrl: string
  /** Origin of the page. */
  origin: string
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
  frame_unavailable: ({ apiUrl, appId }) =>
    `The wallet frame ${apiUrl}/apps/${appId}/embedded-wallets could not be loaded. Users can log in, but not use wallets.`,
}

const warned = new WeakMap<Environment, Set<string>>()

/**
 * Writes one line to the developer's console: what is wrong and how to fix it; once for each reason, however often the
 * client starts again. Users never see it.
 */
export function warnDeveloper(environment: Environment, reason: string): void {
  const reasons = warned.get(environment) ?? new Set()
  if (reasons.has(reason)) return
  warned.set(environment, reasons.add(reason))
  const { appId, apiUrl, warn } = environment
  const start = { appId, apiUrl, origin: globalThis.location?.origin ?? 'This page' }
  const note = notes[reason]?.(start) ?? `The server refused the app: ${reason}.`
  warn(`[Sallyport] ${note}`)
}
