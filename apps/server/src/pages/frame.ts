import {
  ApiError,
  cloudStorages,
  oauthProviderNames,
  oauthProviders,
  type PageLogins,
  type TokenKey,
} from '@sallyport/contract'
import { toBase64url } from '@sallyport/crypto'
import {
  buildOf,
  createPages,
  type PageAnswer,
  PageRefused,
  readFrameFiles,
} from '@sallyport/pages'
import { type PageSettings, pageSettingsPath } from '@sallyport/protocols/pages'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../apps/app.js'
import { type AllowedOrigin, matchesOrigin } from '../apps/origins.js'
import type { Deps } from '../deps.js'
import { isMethodOn } from '../identity/proven-account.js'

/** Local origins, which may embed the frame of a development app. */
const localAncestors = ['http://localhost:*', 'http://127.0.0.1:*', 'http://*.localhost:*']

/** Paths of the pages that run scripts on the auth origin. */
const pagePaths = [
  '/frame/*',
  '/apps/:app_id/embedded-wallets',
  '/apps/:app_id/embedded-wallets/:task',
  '/login/email',
  '/mfa/reset',
  '/account/undo',
]

/**
 * Answers the process of the pages (apps/pages) what it asks about an app. With a folder of the built frame, which only
 * development has, this server serves the pages itself, by the same code.
 */
export function mountPages(server: FastifyInstance, deps: Deps): void {
  const apiPublicKey = toBase64url(deps.sealKey.publicKey)
  const { tokenIssuer: issuer } = deps.config
  const readSettings = async (
    appId: string,
    { client, referer }: { client: string; referer: string | undefined },
  ) => {
    const app = await deps.apps.find(appId, client)
    if (app === undefined) throw new ApiError('missing_or_invalid_privy_app_id', { status: 404 })
    return toPageSettings(app, { apiPublicKey, referer, issuer, nowMs: deps.clock.nowMs() })
  }
  server.get<{ Params: { app_id: string } }>(
    pageSettingsPath(':app_id'),
    async ({ params, ip, headers: { referer } }, reply) => {
      reply.header('cache-control', 'no-store')
      return readSettings(params.app_id, { client: ip, referer })
    },
  )
  if (deps.config.frameDir !== undefined) servePages(server, deps, readSettings)
}

function servePages(
  server: FastifyInstance,
  { config, vault, signer, clock }: Deps,
  readSettings: Parameters<typeof createPages>[0]['readSettings'],
): void {
  const answer = createPages({
    files: readFrameFiles(config.frameDir ?? ''),
    publicOrigin: config.publicOrigin,
    readSettings,
    askVaultKey: async () => (await vault.call('health', {})).publicKey,
    askSignerKey: signer && (async () => (await signer.call('health', {})).publicKey),
    nowMs: () => clock.nowMs(),
    storageSimulator: config.oauthSimulator,
  })
  for (const path of pagePaths)
    server.get(path, async (request, reply) => {
      const answered = await answer(toPageRequest(request)).catch(toRefusal)
      if (answered === undefined) return reply.callNotFound()
      const { status, headers, body } = answered
      return reply
        .code(status)
        .headers(headers)
        .send(typeof body === 'string' ? body : Buffer.from(body))
    })
}

/** A refusal of the pages' own. What the API refuses is thrown as it is. */
function toRefusal(error: unknown): PageAnswer {
  if (!(error instanceof PageRefused)) throw error
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  return { status: error.status, headers, body: error.body }
}

function toPageRequest({ url, ip, headers }: FastifyRequest) {
  const [path = '', query] = url.split('?')
  const { referer, 'if-none-match': knownTag } = headers
  return { path, client: ip, referer, knownTag, ...buildOf(query) }
}

function toPageSettings(
  app: App,
  {
    referer,
    apiPublicKey,
    issuer,
    nowMs,
  }: { apiPublicKey: string; referer: string | undefined; issuer: string; nowMs: number },
): PageSettings {
  const allowLocalhost = app.environment === 'development'
  // Entries were re-serialized when parsed.
  const listed = [...app.allowedOrigins, ...app.allowedEmbedders].map((origin) => origin.serialized)
  const { user_owned_recovery_options: offered } = app.settings.embedded_wallet_config
  return {
    storages: cloudStorages.filter((name) => offered.includes(name)),
    ancestors: allowLocalhost ? [...listed, ...localAncestors] : listed,
    config: {
      appId: app.id,
      allowedOrigins: app.allowedOrigins.flatMap((entry) => exactOrigin(entry, referer)),
      allowLocalhost,
      apiPublicKey,
      tokens: { issuer, nowMs, keys: app.verifyingKeys.map(({ jwk }) => publicPart(jwk)) },
      allowsRawDigests: app.settings.raw_digests_enabled === true,
      allowsAuthorizations: app.settings.eip7702_enabled === true,
      app: lookOf(app),
      logins: loginsOf(app),
      confirmation: app.settings.enforce_wallet_uis ? lookOf(app) : null,
    },
  }
}

/** Names the fields one by one, so that no other ever gets into a page. */
function publicPart({ kid, x, y }: TokenKey): TokenKey {
  return { kid, x, y }
}

/** From the app's own settings and nothing else: the embedding page cannot change it (ruling 7). */
function lookOf({ settings: { name, theme, accent_color } }: App) {
  return { appName: name, theme, accentColor: accent_color }
}

/** How the app's users may log in on a page of its own. */
function loginsOf({ settings }: App): PageLogins {
  const { custom_oauth_providers: added = [] } = settings
  const known = oauthProviders
    .filter((provider) => isMethodOn(settings, `${provider}_oauth`))
    .map((provider) => ({ provider, name: oauthProviderNames[provider] }))
  const own = added
    .filter(({ enabled }) => enabled)
    .map(({ provider, provider_display_name: name }) => ({ provider, name }))
  return {
    email: isMethodOn(settings, 'email_auth'),
    // Those pages show no captcha.
    sms: isMethodOn(settings, 'sms_auth') && !settings.captcha_enabled,
    providers: [...known, ...own],
  }
}

/** The frame compares whole origins: a wildcard becomes the origin of the page that loads the frame, if it covers it. */
function exactOrigin(entry: AllowedOrigin, referer: string | undefined): string[] {
  if (entry.around === undefined) return [entry.serialized]
  const origin = referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : 'null'
  return matchesOrigin(entry, origin) ? [origin] : []
}
