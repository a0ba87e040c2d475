import { asFrameError } from '../../api/as-frame-error.js'
import { el } from '../../confirm/screen/dom.js'
import { type Exportable, exportKey, findExportable } from '../../wallet/export.js'
import { createHoldButton } from '../hold-button.js'
import { explain, showNotice } from '../notice.js'
import type { Page } from '../open-page.js'
import { drawChoice, type Format } from './draw-choice.js'
import { showSecret } from './show-secret.js'

/** Shows the key of a wallet to its user, after three confirmations and a press that lasts. */
export async function runExport(page: Page): Promise<void> {
  const { main, words, context, caller, request } = page
  if (!request.wallet) return showNotice(main, words.copy.openInApp)
  main.replaceChildren(el('p', { class: 'status', role: 'status' }, words.copy.opening))
  const wallet = await context.runExclusive(`sallyport:${caller.appId}:${caller.userId}`, () =>
    // Checked above; the closure does not keep that.
    findExportable(context, caller, request.wallet as NonNullable<typeof request.wallet>),
  )
  showChoice(page, wallet)
}

/** The consequences, the format, and the button that reveals. */
function showChoice(page: Page, wallet: Exportable, message = ''): void {
  const { main, words, clock } = page
  const { copy } = words
  const choice = drawChoice({ copy, wallet, onChange: () => update() })
  const button = createHoldButton(
    { label: copy.export.hold, holding: copy.export.holding, covered: copy.export.covered },
    { clock, watched: main, onHeld: () => void reveal() },
  )
  const status = el('p', { class: 'status', role: 'status' }, message)
  const update = () => button.setEnabled(choice.isConfirmed())
  update()
  main.replaceChildren(...choice.elements, button.element, button.hint, status)

  async function reveal() {
    const format: Format = choice.format()
    button.setEnabled(false)
    status.textContent = copy.export.working
    try {
      const { privateKey, phrase } = await exportKey(page.context, page.caller, wallet)
      button.stop()
      const secret = format === 'phrase' && phrase !== undefined ? phrase : privateKey
      showSecret(page, {
        secret,
        isPhrase: secret === phrase,
        onHidden: () => showChoice(page, wallet, copy.export.hidden),
      })
    } catch (error) {
      update()
      status.textContent = explain(asFrameError(error), copy)
    }
  }
}
