import { asFrameError } from '../../api/as-frame-error.js'
import { el } from '../../confirm/screen/dom.js'
import { FrameError } from '../../frame-error.js'
import { rehearseRecovery } from '../../wallet/rehearse.js'
import { explain, showNotice } from '../notice.js'
import type { Page } from '../open-page.js'

/** Restores the wallet as a new device would, and shows that its address comes back. */
export async function runRehearsal(page: Page): Promise<void> {
  const { main, words, request, context, caller } = page
  const { copy } = words
  const texts = copy.rehearsal
  const { wallet } = request
  if (!wallet) return showNotice(main, copy.openInApp)
  const start = el('button', { type: 'button', class: 'primary' }, texts.start)
  const status = el('p', { class: 'status', role: 'status' })
  let isRunning = false
  start.addEventListener('click', () => void run())
  main.replaceChildren(
    el('p', {}, texts.help),
    el('code', { class: 'address' }, wallet.address),
    el('p', { class: 'help' }, texts.notice),
    start,
    status,
  )

  async function run() {
    if (isRunning || !wallet) return
    isRunning = true
    start.setAttribute('aria-disabled', 'true')
    status.textContent = texts.working
    try {
      const address = await rehearseRecovery(context, caller, wallet.rootAddress)
      main.replaceChildren(
        el('p', { role: 'status' }, texts.passed),
        el('code', { class: 'address' }, address),
      )
      page.finish({ address })
    } catch (caught) {
      const error = asFrameError(caught)
      const isKnown = error instanceof FrameError && error.type !== 'error'
      status.textContent = isKnown ? explain(error, copy) : texts.failed
      start.setAttribute('aria-disabled', 'false')
    }
    isRunning = false
  }
}
