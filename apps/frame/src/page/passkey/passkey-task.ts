import type { WalletRoot } from '@sallyport/contract'
import { wipe } from '@sallyport/crypto'
import { asFrameError } from '../../api/as-frame-error.js'
import { el } from '../../confirm/screen/dom.js'
import { groupedAddress } from '../../confirm/screen/draw-address.js'
import { FrameError } from '../../frame-error.js'
import { PasskeyError } from '../../recovery/passkey/passkey-error.js'
import { readLocator } from '../../recovery/passkey/passkey-recovery.js'
import {
  createPasskey,
  type NamedPasskey,
  type UsedPasskey,
  usePasskey,
} from '../../recovery/passkey/use-passkey.js'
import { findRoot } from '../../wallet/recover.js'
import { explainPasskey } from '../explain-passkey.js'
import { explain, showDone, showNotice } from '../notice.js'
import type { Page } from '../open-page.js'
import type { PasskeyUse } from '../page-request.js'
import { keepResult } from './keep-result.js'

/**
 * Makes and uses a passkey of the wallet's own origin. A new one is used once before anything relies on it: what it gives then is what
 * it will give on another device.
 */
export async function runPasskey(page: Page): Promise<void> {
  const { main, words, request, context, caller, passkeys } = page
  const { copy } = words
  const { passkeyUse: use, wallet } = request
  if (!use || (use !== 'create' && !wallet)) return showNotice(main, copy.openInApp)
  if (!passkeys) return showNotice(main, copy.passkey.problems.unsupported)
  const root =
    wallet && use !== 'create' ? await findRoot(context, caller, wallet.rootAddress) : undefined
  if (use === 'set' || use === 'create') return drawNewPasskey(page, { use, root })
  const named = readLocator(root?.recovery_locator ?? '')
  if (!named) return showNotice(main, copy.passkey.notUsed)
  drawPasskeyUse(page, { use, root, passkey: named })
}

interface Job {
  use: PasskeyUse
  root: WalletRoot | undefined
}

/** The first of two presses: each request of a browser for a passkey follows one of its own. */
export function drawNewPasskey(page: Page, job: Job): void {
  const { passkeys: access, caller, around } = page
  const { passkey: texts } = page.words.copy
  const name = texts.nameOf(around || caller.appId, shortOf(page.request.wallet?.address))
  drawStep(page, {
    help: [texts.newHelp, texts.newLost],
    action: texts.make,
    run: async () => {
      // `runPasskey` has looked.
      if (!access) return
      const passkey = await createPasskey(access, { appId: caller.appId, name })
      drawPasskeyUse(page, { ...job, passkey })
    },
  })
}

/** What the passkey is used for, and the button that asks the browser for it. */
export function drawPasskeyUse(page: Page, job: Job & { passkey: NamedPasskey }): void {
  const { passkeys: access, caller, main } = page
  const { passkey: texts } = page.words.copy
  const { use, passkey } = job
  drawStep(page, {
    help: [texts.help[use]],
    action: texts.use,
    run: async (say) => {
      if (!access) return
      const used = await usePasskey(access, { appId: caller.appId, passkey })
      say(texts.working)
      const address = await keep(page, job, used)
      showDone(main, texts.done[use], address)
      page.finish({ address })
    },
  })
}

async function keep(page: Page, job: Job, used: UsedPasskey): Promise<string> {
  try {
    return await keepResult(page, { ...job, used })
  } finally {
    wipe(used.output)
  }
}

/** Sentences, one button and what came of it. */
function drawStep(
  { main, words: { copy }, request }: Page,
  step: {
    help: readonly string[]
    action: string
    run: (say: (text: string) => void) => Promise<void>
  },
): void {
  const button = el('button', { type: 'button', class: 'primary' }, step.action)
  const status = el('p', { class: 'status', role: 'status' })
  let isRunning = false
  button.addEventListener('click', () => void run())
  const [first = '', ...more] = step.help
  const { wallet } = request
  main.replaceChildren(
    el('p', {}, first),
    ...(wallet ? [el('p', { class: 'address' }, groupedAddress(wallet.address))] : []),
    ...more.map((text) => el('p', { class: 'notice' }, text)),
    button,
    status,
  )

  async function run() {
    if (isRunning) return
    isRunning = true
    button.setAttribute('aria-disabled', 'true')
    const say = (text: string) => {
      status.textContent = text
    }
    status.classList.remove('problem')
    say('')
    try {
      await step.run(say)
    } catch (error) {
      status.classList.add('problem')
      say(wordsOf(error))
      button.setAttribute('aria-disabled', 'false')
    }
    isRunning = false
  }

  function wordsOf(caught: unknown): string {
    if (caught instanceof PasskeyError) return explainPasskey(caught, copy) ?? copy.failed
    const error = asFrameError(caught)
    const isRefused = error instanceof FrameError && error.type === 'not_supported'
    return isRefused ? copy.passkey.notOffered : explain(error, copy)
  }
}

function shortOf(address: string | undefined): string {
  return address ? `${address.slice(0, 6)}…${address.slice(-4)}` : ''
}
