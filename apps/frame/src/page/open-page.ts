import type { FramePageConfig } from '@sallyport/contract'
import { asFrameError } from '../api/as-frame-error.js'
import { createVerifyToken } from '../api/verify-token.js'
import type { ConfirmClock } from '../confirm/confirmer.js'
import { tokenOwner } from '../device/token-owner.js'
import { askForFactors, type FactorChannel } from '../factor/share-factors.js'
import { type FrameWindow, listen } from '../protocol/listen.js'
import type { PasskeyAccess } from '../recovery/passkey/use-passkey.js'
import type { WalletSigns } from '../sign/wallet-signs.js'
import type { Caller, WalletContext } from '../wallet/context.js'
import { openAccess, type WalletOutside } from '../wallet/open-access.js'
import { loadPageCopy, type PageWords } from './copy/load-page-copy.js'
import { explain, showNotice } from './notice.js'
import { openDocument } from './open-document.js'
import { type PageRequest, type PageTask, readPageRequest } from './page-request.js'
import { createResult, pageHandlers } from './result.js'
import { drawSignRow } from './sign-row.js'

/** Everything the page touches outside itself. */
interface PageOutside extends WalletOutside {
  window: FrameWindow
  document: Document
  config: FramePageConfig
  address: URL
  clearAddress: () => void
  languages: readonly string[]
  /** Host of the page around this one, which the response has allowed to embed it; empty when the browser does not say. */
  around: string
  clipboard: Pick<Clipboard, 'writeText'> | undefined
  signs: WalletSigns
  /** Undefined where the browser has no passkeys. */
  credentials: PasskeyAccess['credentials'] | undefined
  factorChannel: FactorChannel | undefined
  clock: ConfirmClock
}

/** What a task works with. */
export interface Page {
  context: WalletContext
  caller: Caller
  request: PageRequest
  words: PageWords
  clock: ConfirmClock
  clipboard: PageOutside['clipboard']
  around: string
  /** The passkeys of this origin; undefined where the browser has none. */
  passkeys: PasskeyAccess | undefined
  /** Where the task draws. */
  main: HTMLElement
  /** Tells the embedding page that the user has finished. */
  finish(result: { address?: string }): void
}

const tasks: Record<PageTask, () => Promise<(page: Page) => Promise<void>>> = {
  export: async () => (await import('./export/export-task.js')).runExport,
  import: async () => (await import('./import/import-task.js')).runImport,
  rehearsal: async () => (await import('./rehearsal/rehearsal-task.js')).runRehearsal,
  passkey: async () => (await import('./passkey/passkey-task.js')).runPasskey,
  delegation: async () => (await import('./delegation/delegation-task.js')).runDelegation,
}

/**
 * Opens a page that users see, on the wallet's own origin: what is typed and shown here never reaches the page around it. It
 * works in a page of the app only.
 */
export async function openPage(outside: PageOutside): Promise<void> {
  const { document, window, config, clock } = outside
  const request = readPageRequest(outside.address)
  outside.clearAddress()
  const words = await loadPageCopy(outside.languages)
  const main = openDocument(document, words, request)
  if (!request || window.parent === window) return showNotice(main, words.copy.openInApp)
  const result = createResult()
  listen(window, pageHandlers(result), config)
  // The page around does not see keys that are pressed in here.
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.isComposing) result.dismiss()
  })
  try {
    await createVerifyToken(outside)(request.accessToken)
    const { context, factors } = openAccess(outside)
    askForFactors(outside.factorChannel, factors, request.accessToken)
    const { accessToken } = request
    const caller = { ...tokenOwner(accessToken, config.appId), accessToken }
    const run = await tasks[request.task]()
    const { signs } = outside
    drawSignRow(document, { signs, userId: caller.userId, copy: words.copy.sign })
    const { clipboard, around } = outside
    const { finish } = result
    const passkeys = passkeysOf(outside)
    await run({ context, caller, request, words, clock, clipboard, around, passkeys, main, finish })
  } catch (error) {
    showNotice(main, explain(asFrameError(error), words.copy))
  }
}

function passkeysOf({ credentials, origin, webCrypto }: PageOutside): PasskeyAccess | undefined {
  return credentials && { credentials, host: new URL(origin).hostname, webCrypto }
}
