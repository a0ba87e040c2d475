import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { ApiError, type FramePageConfig } from '@sallyport/contract'
import { toBase64url } from '@sallyport/crypto'
import type { FastifyInstance } from 'fastify'
import type { App } from '../apps/app.js'
import { type AllowedOrigin, matchesOrigin } from '../apps/origins.js'
import type { Deps } from '../deps.js'
import { VaultUnavailable } from '../ports/vault.js'
import { frameAssetHeaders, framePageHeaders } from './security-headers.js'

const configBlock = /<script[^>]*\bid="sallyport-frame"[^>]*>[^<]*<\/script>/
/** Names the hashes of the frame's files; `apps/frame/with-integrity.ts` writes it. */
const importMapOf = /<script type="importmap">([^<]*)<\/script>/
const hashedName = /[-.][A-Za-z0-9_-]{8,}\.\w+$/

/** Serves the wallet frame: the page of each app under `/apps/{app_id}/embedded-wallets`, its files under `/frame/`. */
export async function mountPages(server: FastifyInstance, deps: Deps): Promise<void> {
  const { config } = deps
  const readVaultKey = createVaultKey(deps)
  const apiPublicKey = toBase64url(deps.sealKey.publicKey)
  await server.register(fastifyStatic, {
    root: config.frameDir,
    prefix: '/frame/',
    index: false,
    // Files only, no folders; and the page itself only with an app's configuration and headers.
    allowedPath: (path) => /\.\w+$/.test(path) && !path.endsWith('.html'),
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (response, path) => {
      response.header(
        'cache-control',
        hashedName.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
      for (const [name, value] of Object.entries(frameAssetHeaders(config.publicOrigin))) {
        response.header(name, value)
      }
    },
  })
  server.get<{ Params: { app_id: string } }>(
    '/apps/:app_id/embedded-wallets',
    async (request, reply) => {
      const app = await deps.apps.find(request.params.app_id, request.ip)
      if (app === undefined) throw new ApiError('missing_or_invalid_privy_app_id', { status: 404 })
      const vaultPublicKey = await readVaultKey()
      const html = await readFile(join(config.frameDir, 'index.html'), 'utf8')
      const [, importMap] = importMapOf.exec(html) ?? []
      const { publicOrigin } = config
      reply.headers(framePageHeaders(app, { publicOrigin, importMap }))
      reply.type('text/html; charset=utf-8')
      const { referer } = request.headers
      return writeFrameConfig(html, toFrameConfig(app, { vaultPublicKey, apiPublicKey, referer }))
    },
  )
}

/** How long the vault's public key is cached, in milliseconds. It changes only with a new vault. */
const vaultKeyAgeMs = 300_000

/** Reads the vault's public key; a known key is also used while the vault is down. */
function createVaultKey({ vault, clock }: Deps): () => Promise<string> {
  let known: { publicKey: string; readAtMs: number } | undefined
  return async () => {
    const nowMs = clock.nowMs()
    if (known !== undefined && nowMs - known.readAtMs < vaultKeyAgeMs) return known.publicKey
    try {
      const { publicKey } = await vault.call('health', {})
      known = { publicKey, readAtMs: nowMs }
    } catch (error) {
      if (known === undefined || !(error instanceof VaultUnavailable)) throw error
    }
    return known.publicKey
  }
}

function toFrameConfig(
  app: App,
  {
    referer,
    ...keys
  }: { vaultPublicKey: string; apiPublicKey: string; referer: string | undefined },
): FramePageConfig {
  return {
    appId: app.id,
    allowedOrigins: app.allowedOrigins.flatMap((entry) => exactOrigin(entry, referer)),
    allowLocalhost: app.environment === 'development',
    ...keys,
    confirmation: confirmationOf(app),
  }
}

/** From the app's own settings and nothing else: the embedding page cannot change it (ruling 7). */
function confirmationOf({ settings }: App): FramePageConfig['confirmation'] {
  const { enforce_wallet_uis, name, theme, accent_color } = settings
  return enforce_wallet_uis ? { appName: name, theme, accentColor: accent_color } : null
}

/** The frame compares whole origins: a wildcard becomes the origin of the page that loads the frame, if it covers it. */
function exactOrigin(entry: AllowedOrigin, referer: string | undefined): string[] {
  if (entry.around === undefined) return [entry.serialized]
  const origin = referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : 'null'
  return matchesOrigin(entry, origin) ? [origin] : []
}

/** The page with the app's configuration in its JSON block; a block is added to the head when there is none. */
export function writeFrameConfig(html: string, config: FramePageConfig): string {
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')
  const block = `<script type="application/json" id="sallyport-frame">${json}</script>`
  return configBlock.test(html)
    ? html.replace(configBlock, () => block)
    : html.replace('</head>', () => `${block}</head>`)
}
