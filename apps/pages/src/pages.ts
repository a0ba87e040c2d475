import type { CloudStorageName, FramePageConfig } from '@sallyport/contract'
import type { PageSettings } from '@sallyport/protocols/pages'
import { accountUndoPage } from './account-undo.js'
import { assetAnswers } from './assets.js'
import { factorResetPage } from './factor-reset.js'
import type { FrameFiles } from './frame-files.js'
import { loginLinkPage } from './login-link.js'
import type { PageAnswer, PageRequest } from './page-answer.js'
import { PageRefused } from './refusal.js'
import { releaseId, releaseManifest } from './release.js'
import { framePageHeaders, storageOrigins } from './security-headers.js'
import { createVaultKey } from './vault-key.js'

/** What the pages are made of. The API serves them itself in development; in production a process of its own does. */
interface PagesDeps {
  files: FrameFiles
  /** The auth origin. */
  publicOrigin: string
  /** What the API says about an app. Rejects with what the caller answers for an unknown one. */
  readSettings: (appId: string, request: PageRequest) => Promise<PageSettings>
  /** In development: what stands for the hosts of cloud storages. */
  storageSimulator?: string | undefined
  /** Asks the vault for its public key. */
  askVaultKey: () => Promise<string>
  /** The same of the signer, where there is one. */
  askSignerKey?: (() => Promise<string>) | undefined
  nowMs: () => number
}

const configBlock = /<script[^>]*\bid="sallyport-frame"[^>]*>[^<]*<\/script>/
/** Names the hashes of the frame's files; `apps/frame/with-integrity.ts` writes it. */
const importMapOf = /<script type="importmap">([^<]*)<\/script>/

/** The hidden frame, and the same page for users to see: its scripts read from the path what it is for. */
const framePath =
  /^\/apps\/([\w-]{1,200})\/embedded-wallets(?:\/(export|import|rehearsal|delegation|passkey|confirm|approval|device))?$/

/** Answers requests for the pages of the auth origin that run scripts; undefined for a path that is none of them. */
export function createPages(
  deps: PagesDeps,
): (request: PageRequest) => Promise<PageAnswer | undefined> {
  const assets = assetAnswers(deps.files, deps.publicOrigin)
  const pages = new Map([
    ['/login/email', loginLinkPage()],
    ['/mfa/reset', factorResetPage()],
    ['/account/undo', accountUndoPage()],
  ])
  const answerFrame = createFramePage(deps)
  return async (request) => {
    const asset = assets.get(request.path)
    if (asset !== undefined) return unlessKnown(asset, request.knownTag)
    const appId = framePath.exec(request.path)?.[1]
    return appId === undefined ? pages.get(request.path) : answerFrame(appId, request)
  }
}

function unlessKnown(asset: PageAnswer, knownTag: string | undefined): PageAnswer {
  return asset.headers.etag === knownTag ? { ...asset, status: 304, body: '' } : asset
}

function createFramePage(deps: PagesDeps) {
  const { files, publicOrigin, readSettings, storageSimulator } = deps
  const hostsOf = (storages: readonly CloudStorageName[]) =>
    storages.map((name) => new URL(storageSimulator ?? storageOrigins[name]).origin)
  const readVaultKey = createVaultKey(deps)
  const { askSignerKey: askVaultKey, nowMs } = deps
  const readSignerKey = askVaultKey && createVaultKey({ askVaultKey, nowMs })
  const build = releaseId(releaseManifest(files))
  const page = files.get('index.html')
  const html = page && new TextDecoder().decode(page)
  const [, importMap] = importMapOf.exec(html ?? '') ?? []
  return async (appId: string, request: PageRequest): Promise<PageAnswer | undefined> => {
    if (html === undefined) return undefined
    const isWindow = request.path.endsWith('/confirm')
    const isAlone = /\/(approval|device)$/.test(request.path)
    if (request.build !== undefined && request.build !== build) throw otherBuild(build)
    const { ancestors, config, storages = [] } = await readSettings(appId, request)
    const vaultPublicKey = await readVaultKey()
    // Without the signer no wallet is delegated, and everything else works.
    const delegateKey = await readSignerKey?.().catch(() => undefined)
    return {
      status: 200,
      headers: {
        ...framePageHeaders({
          // A window is embedded by no page, and answers the frame that has opened it.
          ...(isWindow ? { ancestors: [], isWindow } : { ancestors: isAlone ? [] : ancestors }),
          storages: hostsOf(storages),
          publicOrigin,
          importMap,
        }),
        'content-type': 'text/html; charset=utf-8',
      },
      body: writeFrameConfig(html, {
        ...config,
        appId,
        vaultPublicKey,
        ...(delegateKey !== undefined && { delegateKey }),
        ...(storages.length > 0 && storageSimulator !== undefined && { storageSimulator }),
      }),
    }
  }
}

/** The page pins another build than is served here: it gets no wallet rather than one that it does not know. */
function otherBuild(build: string): PageRefused {
  const error = `This server serves build ${build} of the wallet page. Pin it with walletBuild`
  return new PageRefused(409, JSON.stringify({ error, code: 'not_supported' }))
}

/** The page with the app's configuration in its JSON block; a block is added to the head when there is none. */
export function writeFrameConfig(html: string, config: FramePageConfig): string {
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')
  const block = `<script type="application/json" id="sallyport-frame">${json}</script>`
  return configBlock.test(html)
    ? html.replace(configBlock, () => block)
    : html.replace('</head>', () => `${block}</head>`)
}
