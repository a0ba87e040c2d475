import type { CaptchaCheck, CaptchaUi } from './check.js'

/** Laid out but not visible: browsers stop frames that are not displayed. */
const unseen =
  'display:block;position:fixed;inset:auto 0 0 auto;width:1px;height:1px;padding:0;border:0;overflow:hidden;opacity:0;pointer-events:none'
const seen =
  'padding:24px;border:0;border-radius:16px;max-width:min(420px,calc(100vw - 32px));font:16px/1.4 system-ui,sans-serif;text-align:center'

/**
 * A plain dialog above the page, for clients without screens of their own. It has no states: a check that fails is given up,
 * and the app explains it.
 */
export const dialogUi: CaptchaUi = {
  look: () => ({ theme: 'light' }),
  addPlace() {
    const place = document.createElement('div')
    const dialog = document.createElement('dialog')
    dialog.style.cssText = unseen
    dialog.append(place)
    document.body.append(dialog)
    return place
  },
  show(check) {
    const dialog = check.place.parentElement
    if (check.phase !== 'asking' || !(dialog instanceof HTMLDialogElement)) {
      dialog?.remove()
      return check.cancel()
    }
    open(check, dialog)
  },
}

function open(check: CaptchaCheck, dialog: HTMLDialogElement): void {
  const title = document.createElement('h2')
  const cancel = document.createElement('button')
  title.id = 'sallyport-captcha-title'
  title.textContent = 'Confirm that you are human'
  title.style.cssText = 'margin:0 0 16px;font-size:18px'
  cancel.type = 'button'
  cancel.textContent = 'Cancel'
  cancel.style.cssText = 'margin-top:16px;min-height:44px;padding:0 20px;font:inherit'
  dialog.setAttribute('aria-labelledby', title.id)
  dialog.style.cssText = seen
  dialog.prepend(title)
  dialog.append(cancel)
  const before = document.activeElement
  cancel.onclick = () => check.cancel()
  dialog.oncancel = () => check.cancel()
  dialog.showModal()
  const stop = check.subscribe(() => {
    const isAsking = check.phase === 'asking' || check.phase === 'renewed'
    if (!isAsking && check.phase !== 'solved') check.cancel()
  })
  // Removed when the check has ended.
  const ended = new MutationObserver(() => {
    if (check.place.isConnected) return
    ended.disconnect()
    stop()
    dialog.remove()
    if (before instanceof HTMLElement) before.focus()
  })
  ended.observe(dialog, { childList: true })
}
