import type { SallyportClient } from './client.js'
import type { Environment } from './environment.js'
import { keepStarting } from './keep-starting.js'

interface FailedStart {
  /** As the app gave them; from JavaScript they can be anything. */
  given: { appId: unknown; apiUrl: unknown }
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
  invalid_app_id: ({ given }) =>
    `appId must have exactly 25 characters, and ${
      // Not the text itself: a secret could have been pasted.
      typeof given.appId === 'string' && given.appId !== ''
        ? `it has ${given.appId.length}`
        : describe(given.appId)
    }. ${
      isMissing(given.appId)
        ? variables
        : 'Copy it from the dashboard (npm start) or from the output of provision-app.'
    }`,
  invalid_api_url: ({ given: { apiUrl } }) =>
    `apiUrl must be the origin of the server, without a path, such as https://auth.example.com, and ${describe(apiUrl)}. ${
      isMissing(apiUrl) ? variables : 'The kit adds the paths.'
    }`,
  insecure_page: ({ origin }) =>
    `${origin} is on plain http, where browsers give pages no keys. Open the page on https or on localhost: for a phone in your network, start the app's server with a certificate, or use a tunnel with https.`,
  missing_or_invalid_privy_client_id: ({ appId }) =>
    `App ${appId} has no client of this id. Check clientId, or leave it out.`,
  invalid_origin: ({ origin, appId }) =>
    `${origin} is not an allowed domain of app ${appId}. Add it to the app's allowed_domains: under Settings in the dashboard of npm start, or by PATCH /admin/v1/app (docs/start/app-settings.md).`,
  missing_origin: ({ appId }) =>
    `App ${appId} accepts calls from the pages of its allowed domains only, and this call names no page.`,
  offline: ({ apiUrl, origin }) =>
    origin.startsWith('https:') && apiUrl.startsWith('http:')
      ? `${origin} is on https, and browsers refuse its calls of ${apiUrl}. Give apiUrl the https address of the server.`
      : `${apiUrl} does not answer. Is the server running, and is apiUrl right?`,
  client_request_timeout: ({ apiUrl }) =>
    `${apiUrl} did not answer in time. Is the server running, and is apiUrl right?`,
  passkey_wrong_domain: ({ origin, appId }) =>
    `The browser refuses passkeys of app ${appId} on ${origin}. Set passkey_rp_id to this domain, or serve the app's related origins (docs/features/passkeys.md).`,
  storage_not_set_up: ({ appId }) =>
    `App ${appId} offers recovery by a cloud storage, and has no credentials there. Set them (docs/features/recovery.md), or take it out of user_owned_recovery_options.`,
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
  const start = { given: client.options, appId, apiUrl, origin, around: sitesAround() }
  const note = notes[reason]?.(start) ?? `The server refused the app: ${reason}.`
  warn(`[Sallyport] ${note}`)
}

/** Why a setting is missing most often. */
const variables =
  'If it comes from an environment variable: Vite gives pages those that start with VITE_, Next.js those that start with NEXT_PUBLIC_, and both read them when they start or build.'

/** What was given. */
function describe(value: unknown): string {
  if (isMissing(value)) return `it is ${value === '' ? 'empty' : value}`
  if (typeof value !== 'string') return `it is a ${typeof value}`
  return `it is ${value.slice(0, 100)}`
}

/** Templates make the text of a value that is missing. */
function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === 'undefined'
}

/** Every page around this one counts. Firefox names none of them, but the one that loaded this page. */
function sitesAround(): string | undefined {
  if (typeof window === 'undefined' || window.parent === window) return undefined
  const origins = [...(window.location?.ancestorOrigins ?? [])]
  if (origins.length > 0) return origins.join(' and ')
  const { referrer = '' } = globalThis.document ?? {}
  return URL.canParse(referrer) ? new URL(referrer).origin : 'another site'
}
