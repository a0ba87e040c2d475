import type { DelegationConsent } from '@sallyport/contract'
import { describeRights } from '@sallyport/contract/requests'
import { asFrameError } from '../../api/as-frame-error.js'
import { el } from '../../confirm/screen/dom.js'
import { groupedAddress } from '../../confirm/screen/draw-address.js'
import { delegate, openConsent } from '../../wallet/delegate.js'
import { type Exportable, findExportable } from '../../wallet/export.js'
import { createHoldButton } from '../hold-button.js'
import { explain, showDone, showNotice } from '../notice.js'
import type { Page } from '../open-page.js'

/** Says what the app's back end could do with the wallet while its user is away, and allows it after a press that lasts. */
export async function runDelegation(page: Page): Promise<void> {
  const { main, words, context, caller, request } = page
  const { wallet } = request
  if (!wallet || context.delegateKey === undefined) return showNotice(main, words.copy.openInApp)
  main.replaceChildren(el('p', { class: 'status', role: 'status' }, words.copy.opening))
  const found = await context.runExclusive(`sallyport:${caller.appId}:${caller.userId}`, () =>
    findExportable(context, caller, wallet),
  )
  askForConsent(page, { wallet: found, consent: await openConsent(context, caller, found) })
}

/** The consent in words, the button that is held to give it, and the one that declines. */
export function askForConsent(
  page: Page,
  given: { wallet: Exportable; consent: DelegationConsent },
): void {
  const { main, words, clock, context, caller } = page
  const { copy } = words
  const { hold, holding, covered, again, working, later, allowed } = copy.delegation
  const button = createHoldButton(
    { label: hold, holding, covered, again },
    { clock, watched: main, onHeld: () => void allow() },
  )
  const notNow = el('button', { type: 'button', class: 'secondary' }, later)
  const status = el('p', { class: 'status', role: 'status' })
  notNow.addEventListener('click', () => {
    button.stop()
    page.finish({})
  })
  const place = el('div', { class: 'pair' }, notNow, button.element)
  main.replaceChildren(...drawConsent(page, given.consent), place, button.hint, status)
  // The sentences may be longer than the window, which then is never visible as a whole.
  button.watch(place)
  button.setEnabled(true)

  async function allow() {
    button.setEnabled(false)
    status.textContent = working
    try {
      await delegate(context, caller, given)
      button.stop()
      showDone(main, allowed)
      page.finish({ address: given.consent.address })
    } catch (error) {
      button.setEnabled(true)
      status.textContent = explain(asFrameError(error), copy)
    }
  }
}

/** Who asks, for which address, and every right in a sentence of its own. */
function drawConsent({ words, around }: Page, consent: DelegationConsent): HTMLElement[] {
  const { copy, locale } = words
  const texts = copy.delegation
  const { sentences, recipients } = describeRights(consent, { copy: texts, locale })
  const { threshold, authorizationKeys } = consent
  return [
    el('p', {}, texts.who(around || texts.someApp)),
    el('p', { class: 'address' }, groupedAddress(consent.address)),
    el('p', {}, texts.may),
    el('ul', { class: 'rights' }, ...sentences.map((each) => el('li', {}, each))),
    ...recipients.map((each) => el('p', { class: 'address' }, groupedAddress(each))),
    el('p', { class: 'help' }, `${texts.until} ${texts.keys(threshold, authorizationKeys.length)}`),
  ]
}
