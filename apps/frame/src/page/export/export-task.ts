import { asFrameError } from '../../api/as-frame-error.js'
import { el } from '../../confirm/screen/dom.js'
import { type Exportable, exportKey, findExportable } from '../../wallet/export.js'
import { createHoldButton } from '../hold-button.js'
import { explain, showNotice } from '../notice.js'
import type { Page } from '../open-page.js'
import { drawChoice, type Format } from './draw-choice.js'
import { drawPassword } from './draw-password.js'
import { offerFile } from './offer-file.js'
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
export function showChoice(page: Page, wallet: Exportable, message = ''): void {
  const { main, words, clock } = page
  const { copy } = words
  const { hold, holdFile, holding, covered, again, working } = copy.export
  const choice = drawChoice({ copy, wallet, onChange: () => update() })
  const password = drawPassword({ copy, onChange: () => update() })
  const button = createHoldButton(
    { label: hold, holding, covered, again },
    { clock, watched: main, onHeld: () => void reveal() },
  )
  const place = el('div', {}, button.element)
  const status = el('p', { class: 'status', role: 'status' }, message)
  const update = () => {
    const isFile = choice.format() === 'file'
    password.element.hidden = !isFile
    button.setLabel(isFile ? holdFile : hold)
    button.setEnabled(choice.isConfirmed() && (!isFile || password.isReady()))
  }
  main.replaceChildren(...choice.elements, password.element, place, button.hint, status)
  // In the window of a laptop the page is longer than its frame, which then is never visible as a whole.
  button.watch(place)
  update()

  async function reveal() {
    const format: Format = choice.format()
    button.setEnabled(false)
    status.textContent = working
    try {
      const show = await openAs(page, { wallet, format, password: password.password() })
      password.clear()
      button.stop()
      show((text) => showChoice(page, wallet, text))
    } catch (error) {
      update()
      status.textContent = explain(asFrameError(error), copy)
    }
  }
}

/** Opens the key, and gives what draws it; `onDone` takes what is said after. */
async function openAs(
  page: Page,
  { wallet, format, password }: { wallet: Exportable; format: Format; password: string },
): Promise<(onDone: (message?: string) => void) => void> {
  const { context, caller, words } = page
  if (format === 'file') {
    const { exportFile } = await import('../../wallet/export-file.js')
    const file = await exportFile(context, caller, { ...wallet, password })
    return (onDone) => offerFile(page, { file, onDone })
  }
  const { privateKey, phrase } = await exportKey(context, caller, wallet)
  const secret = format === 'phrase' && phrase !== undefined ? phrase : privateKey
  const onHidden = words.copy.export.hidden
  return (onDone) =>
    showSecret(page, { secret, isPhrase: secret === phrase, onHidden: () => onDone(onHidden) })
}
