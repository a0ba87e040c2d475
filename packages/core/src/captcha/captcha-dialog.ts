/** Where a widget runs. */
interface CaptchaDialog {
  /** For the widget. In the page itself: the services' scripts do not find what is in a shadow root. */
  place: HTMLElement
  /** Shows the dialog above everything else. */
  show(): void
  onCancel(listener: () => void): void
  close(): void
}

/** Laid out but unseen: browsers stop frames that are not displayed. */
const unseen =
  'display:block;position:fixed;inset:auto 0 0 auto;width:1px;height:1px;padding:0;border:0;overflow:hidden;opacity:0;pointer-events:none'
const seen =
  'padding:24px;border:0;border-radius:16px;max-width:min(420px,calc(100vw - 32px));font:16px/1.4 system-ui,sans-serif;text-align:center'

/** Puts a dialog into the page that is not seen until the widget asks the person something. */
export function openCaptchaDialog(): CaptchaDialog {
  const dialog = document.createElement('dialog')
  const title = document.createElement('h2')
  const place = document.createElement('div')
  const cancel = document.createElement('button')
  title.id = 'sallyport-captcha-title'
  title.textContent = 'Confirm that you are human'
  title.style.cssText = 'margin:0 0 16px;font-size:18px'
  cancel.type = 'button'
  cancel.textContent = 'Cancel'
  cancel.style.cssText = 'margin-top:16px;min-height:44px;padding:0 20px;font:inherit'
  dialog.setAttribute('aria-labelledby', title.id)
  dialog.style.cssText = unseen
  dialog.append(title, place, cancel)
  document.body.append(dialog)
  const before = document.activeElement
  return {
    place,
    show() {
      if (dialog.open) return
      dialog.style.cssText = seen
      dialog.showModal()
    },
    onCancel(listener) {
      cancel.onclick = listener
      dialog.oncancel = listener
    },
    close() {
      const wasShown = dialog.open
      dialog.remove()
      if (wasShown && before instanceof HTMLElement) before.focus()
    },
  }
}
