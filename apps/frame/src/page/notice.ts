import { el } from '../confirm/screen/dom.js'
import { groupedAddress } from '../confirm/screen/draw-address.js'
import { FrameError } from '../frame-error.js'
import type { PageCopy } from './copy/en.js'

/** Replaces what is shown by one sentence. */
export function showNotice(main: HTMLElement, text: string): void {
  main.replaceChildren(el('p', { class: 'notice', role: 'alert', dir: 'auto' }, text))
}

/** Replaces what is shown by what was done, and the address it was done to. */
export function showDone(main: HTMLElement, text: string, address?: string): void {
  const shown =
    address === undefined ? [] : [el('p', { class: 'address' }, groupedAddress(address))]
  main.replaceChildren(el('p', { role: 'status' }, text), ...shown)
}

/** What went wrong, in the user's words. */
export function explain(error: unknown, copy: PageCopy): string {
  if (!(error instanceof FrameError)) return copy.failed
  switch (error.type) {
    case 'login_required':
    case 'missing_or_invalid_token':
      return copy.loginRequired
    case 'older_login_required':
      return copy.olderLoginRequired
    case 'missing_or_invalid_mfa':
      return copy.factorRequired
    case 'wallet_not_on_device':
      return copy.notFound
    default:
      return error.message.includes('429') ? copy.tooMany : copy.failed
  }
}
