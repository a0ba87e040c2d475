import type { DelegationConsent } from '@sallyport/contract'
import type { ConfirmClock } from '../confirm/confirmer.js'
import { el } from '../confirm/screen/dom.js'
import { drawAddress } from '../confirm/screen/draw-address.js'
import { icon } from '../confirm/screen/icons.js'
import { createHoldButton } from '../page/hold-button.js'
import { type Card, drawButton, drawCard } from '../page-login/draw-card.js'
import type { ProgramWords } from './copy/load-copy.js'
import { describeConsent } from './describe.js'

interface ReviewOptions {
  words: ProgramWords
  appName: string
  consent: DelegationConsent
  clock: ConfirmClock
  who: HTMLElement
  allow(): Promise<void>
  back(): void
  explain(error: unknown): string
}

/** What the signer will keep to, in sentences, and the button that is held to allow it. */
export function drawReview(options: ReviewOptions): Card {
  const { words, appName, consent, clock, who, allow, back, explain } = options
  const { copy } = words
  const { can, cannot, recipients, ends } = describeConsent(consent, words)
  const { hold: label, holding, covered, again } = copy
  const status = el('p', { class: 'status', role: 'status' })
  const other = drawButton(copy.back, 'secondary', 'button')
  // The card is drawn below with this button in it.
  const watched = el('main', { class: 'card wide' })
  const button = createHoldButton(
    { label, holding, covered, again },
    { clock, watched, onHeld: () => void run() },
  )
  const place = el('div', { class: 'pair' }, other, button.element)
  const drawn = drawCard(
    { title: copy.confirm },
    who,
    el('div', { class: 'field' }, copy.wallet, drawAddress(consent.address)),
    drawList(copy.can, can, '', [
      ...recipients.map((each) => drawAddress(each)),
      el('p', { class: 'ends' }, ends),
    ]),
    drawList(copy.cannot, cannot, 'not'),
    el('p', { class: 'help', dir: 'auto' }, copy.endHelp(appName)),
    place,
    button.hint,
    status,
  )
  watched.append(...drawn.root.childNodes)
  other.addEventListener('click', () => {
    button.stop()
    back()
  })
  // The sentences may be longer than the window, which then is never visible as a whole.
  button.watch(place)
  button.setEnabled(true)
  return { ...drawn, root: watched }

  async function run() {
    button.setEnabled(false)
    status.textContent = copy.working
    drawn.problem.textContent = ''
    try {
      await allow()
      button.stop()
    } catch (error) {
      status.textContent = ''
      drawn.problem.replaceChildren(icon('alert', 'small'), el('span', {}, explain(error)))
      button.setEnabled(true)
    }
  }
}

function drawList(
  title: string,
  sentences: readonly string[],
  look: string,
  more: readonly Node[] = [],
): HTMLElement {
  return el(
    'section',
    { class: `rights ${look}` },
    el('h2', {}, title),
    el('ul', {}, ...sentences.map((each) => el('li', {}, el('span', { dir: 'auto' }, each)))),
    ...more,
  )
}
