import type { DelegationConsent, WalletRoot } from '@sallyport/contract'
import type { ConfirmClock } from '../confirm/confirmer.js'
import type { DeviceRecord } from '../device/device-record.js'
import { FrameError } from '../frame-error.js'
import type { WalletSign, WalletSigns } from '../sign/wallet-signs.js'
import type { Caller, WalletContext } from '../wallet/context.js'
import type { Exportable } from '../wallet/export.js'
import { loadPageCopy } from './copy/load-page-copy.js'
import { showDone } from './notice.js'
import { openDocument } from './open-document.js'
import type { Page } from './open-page.js'
import { type PageTask, type PasskeyUse, readPageRequest } from './page-request.js'
import { drawSignRow } from './sign-row.js'

/** A page of the gallery: what its address says, and whether its user has finished there. */
interface Preview {
  address: URL
  languages: readonly string[]
  /** Host of the app's page. */
  around: string
  isFinished: boolean
}

/**
 * Draws a page for the gallery with sample data: as its user first sees it, or after its task. It works without server and store, so
 * what is pressed fails.
 */
export async function previewPage(document: Document, preview: Preview): Promise<void> {
  const { address, languages, around, isFinished } = preview
  const request = readPageRequest(address)
  if (!request) throw new Error(`No page has the address ${address.pathname}`)
  const words = await loadPageCopy(languages)
  const main = openDocument(document, words, request)
  const signs: WalletSigns = { read: () => sampleSign, keep: () => false }
  drawSignRow(document, { signs, userId: '', copy: words.copy.sign })
  if (isFinished) return showEnd[request.task]({ main, words, request })
  await draw[request.task]({
    context: createRefusing<WalletContext>(),
    caller: createRefusing<Caller>(),
    request,
    words,
    clock: createClock(),
    clipboard: undefined,
    around,
    passkeys: undefined,
    main,
    finish: () => undefined,
  })
}

const sampleSign: WalletSign = { mark: 'leaf', word: 'Marmalade' }

/** Reading anything of it fails as a request to the server would. */
function createRefusing<T extends object>(): T {
  const refuse = () => {
    throw new FrameError('error', 'A preview has no wallet')
  }
  return new Proxy({}, { get: refuse }) as T
}

/** A clock by which whatever can be seen has been visible for long enough to be pressed. */
function createClock(): ConfirmClock {
  let nowMs = 0
  return {
    nowMs: () => {
      nowMs += 1_000
      return nowMs
    },
    after: () => () => undefined,
  }
}

type Drawn = Pick<Page, 'main' | 'words' | 'request'>

/** What each task shows at its end; a consent names no address again. */
const showEnd: Record<PageTask, (page: Drawn) => void> = {
  export: ({ main, words }) => showDone(main, words.copy.export.hidden),
  import: (page) => showDone(page.main, page.words.copy.import.added, addressOf(page).address),
  rehearsal: (page) =>
    showDone(page.main, page.words.copy.rehearsal.passed, addressOf(page).address),
  delegation: ({ main, words }) => showDone(main, words.copy.delegation.allowed),
  passkey: (page) => {
    const { done } = page.words.copy.passkey
    showDone(page.main, done[page.request.passkeyUse ?? 'set'], addressOf(page).address)
  },
}

const draw: Record<PageTask, (page: Page) => Promise<void>> = {
  export: async (page) =>
    (await import('./export/export-task.js')).showChoice(page, walletOf(page)),
  import: async (page) => (await import('./import/import-task.js')).runImport(page),
  rehearsal: async (page) =>
    (await import('./rehearsal/rehearsal-task.js')).drawRehearsal(page, {
      root,
      ...addressOf(page),
    }),
  delegation: async (page) =>
    (await import('./delegation/delegation-task.js')).askForConsent(page, {
      wallet: walletOf(page),
      consent: { ...consent, ...addressOf(page) },
    }),
  passkey: async (page) => {
    const { drawNewPasskey, drawPasskeyUse } = await import('./passkey/passkey-task.js')
    const use: PasskeyUse = page.request.passkeyUse ?? 'set'
    const isNew = use === 'set' || use === 'create'
    if (isNew) drawNewPasskey(page, { use, root: undefined })
    else drawPasskeyUse(page, { use, root, passkey })
  },
}

const addressOf = ({ request }: Drawn) => ({ address: request.wallet?.address ?? '' })

function walletOf(page: Page): Exportable {
  const { chainType } = page.request
  // The choice looks at nothing else of the record.
  const record = {} as DeviceRecord
  return { record, path: { chainType, walletIndex: 0 }, ...addressOf(page) }
}

const walletId = '9f1c2f0e-5d55-4f0c-9a57-3a1b6a5f1c10'
const passkey = { credentialId: new Uint8Array(16), salt: new Uint8Array(32) }
const root: WalletRoot = {
  wallet_id: walletId,
  imported: false,
  recovery_method: 'automatic',
  accounts: [],
}
const consent: DelegationConsent = {
  version: 1,
  consentId: '0b1f64f2-8a8e-4d0a-8d8b-0f4a4f5f7a11',
  appId: 'sample',
  userId: 'sample',
  walletId,
  chainType: 'ethereum',
  walletIndex: 0,
  address: '',
  authorizationKeys: ['sample'],
  threshold: 1,
  policy: {
    version: 1,
    messages: true,
    typedData: false,
    transactions: {
      chainIds: ['8453'],
      recipients: ['0x5aeda56215b167893e80b4fe645ba6d5bab767de'],
      mostWeiPerDay: '50000000000000000',
    },
  },
}
