import type { WalletRoot } from '@sallyport/contract'
import { el } from '../../confirm/screen/dom.js'
import { groupedAddress } from '../../confirm/screen/draw-address.js'
import { findRoot } from '../../wallet/recover.js'
import { rehearseRecovery } from '../../wallet/rehearse.js'
import { showDone, showNotice } from '../notice.js'
import type { Page } from '../open-page.js'
import { explainRehearsal } from './explain-rehearsal.js'
import { askForSecret } from './secret.js'

/** Restores the wallet as a new device would, with what only the user has, and shows that its address comes back. */
export async function runRehearsal(page: Page): Promise<void> {
  const { main, words, request, context, caller } = page
  const { copy } = words
  const { wallet } = request
  if (!wallet) return showNotice(main, copy.openInApp)
  const root = await findRoot(context, caller, wallet.rootAddress)
  drawRehearsal(page, { root, address: wallet.address })
}

/** What the test is, the question for the secret where there is one, and the button that begins. */
export function drawRehearsal(
  page: Page,
  { root, address }: { root: WalletRoot; address: string },
): void {
  const { main, words, context, caller } = page
  const texts = words.copy.rehearsal
  const secret = askForSecret(page, root)
  const start = el('button', { type: 'submit', class: 'primary' }, secret.action)
  const status = el('p', { class: 'status', role: 'status' })
  const form = el('form', { class: 'form', novalidate: '' }, ...secret.fields, start, status)
  let isRunning = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void run()
  })
  main.replaceChildren(
    el('p', {}, texts.help),
    el('p', { class: 'address' }, groupedAddress(address)),
    el('p', { class: 'help' }, texts.notice),
    form,
  )

  async function run() {
    if (isRunning || !secret.isGiven()) return
    isRunning = true
    start.setAttribute('aria-disabled', 'true')
    status.classList.remove('problem')
    status.textContent = texts.working
    try {
      const { fields, passkey } = await secret.give()
      const here = { ...context, ...(passkey && { passkey }) }
      const restored = await rehearseRecovery(here, caller, { root, fields })
      showDone(main, texts.passed, restored)
      page.finish({ address: restored })
    } catch (error) {
      status.classList.add('problem')
      status.textContent = explainRehearsal(error, words.copy)
      start.setAttribute('aria-disabled', 'false')
    } finally {
      secret.clear()
      isRunning = false
    }
  }
}
