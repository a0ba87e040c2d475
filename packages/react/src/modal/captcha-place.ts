import { hostElement, unseenSlot } from './host-element.js'

/*
 * The widget of a captcha is an element of the page, because the services' scripts don't find what is in a shadow root. It is
 * a child of the modal's host, so that a slot shows it on a screen of the modal without moving it: a moved frame loads anew.
 */

/** Name of the slot of a widget that asks the user something. */
export const seenSlot = 'captcha'

/** Laid out but not visible: browsers stop frames that are not displayed. */
const unseen =
  'position:fixed;inset:auto 0 0 auto;width:1px;height:1px;overflow:hidden;opacity:0;pointer-events:none'
const seen = 'display:block;width:100%;min-height:65px'

/** Adds an element for a widget, not visible. */
export function addCaptchaPlace(): HTMLElement {
  const place = document.createElement('div')
  hidePlace(place)
  hostElement().append(place)
  return place
}

/** Shows a widget in the slot of a screen. */
export function showPlace(place: HTMLElement): void {
  place.slot = seenSlot
  place.style.cssText = seen
}

/** Hides a widget, which goes on running. */
export function hidePlace(place: HTMLElement): void {
  place.slot = unseenSlot
  place.style.cssText = unseen
}
