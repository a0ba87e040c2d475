import { useEffect, useLayoutEffect, useRef } from 'react'
import { useModal } from './modal-context.js'
import { takeTyped } from './take-typed.js'

type DialogRef = { current: HTMLDialogElement | null }

/** Opens the dialog over everything, and gives focus back to where it came from: `from`, or what has it now. */
export function useModality(dialog: DialogRef, from: Element | null) {
  useLayoutEffect(() => {
    const element = dialog.current
    const opener = from ?? activeElement()
    if (element && !element.open) element.showModal()
    return () => {
      element?.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [dialog, from])
}

/**
 * Focuses what its screen wants first: a field, else the title, which is then read out. Where a field has the focus,
 * title and help are said; on the first screen opening the dialog reads the title.
 */
export function ScreenFocus() {
  const { announce } = useModal()
  const mark = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const screen = mark.current?.closest('.screen')
    if (!screen) return
    const focused = focusFirst(screen)
    // A field of the screen took it before; while settings load, one is still to come.
    if (!screen.querySelector('.stack[aria-busy]')) takeTyped()
    if (focused?.tagName === 'H2' || screen.classList.contains('first')) return
    const words = ['h2', '.help'].map((part) => screen.querySelector(part)?.textContent)
    announce(words.filter(Boolean).join('. '))
  }, [announce])
  return <span ref={mark} hidden />
}

/** Focus whose element went away or was switched off goes to what the screen wants first, never to nothing. */
export function useKeptFocus(dialog: DialogRef) {
  useEffect(() => {
    const element = dialog.current
    if (element === null || typeof MutationObserver === 'undefined') return
    // The first screen has taken the focus before this runs.
    const active = activeElement()
    let last: EventTarget | null = element.contains(active) ? active : null
    const remember = ({ target }: FocusEvent) => {
      // The widget of a captcha is in the dialog by a slot only.
      last = target instanceof Node && element.contains(target) ? target : null
    }
    const observer = new MutationObserver(() => {
      if (!(last instanceof Element)) return
      if (element.contains(last) && !last.matches(':disabled')) return
      last = null
      const screen = element.querySelector('.screen:not(.leaving)')
      if (screen) focusFirst(screen)
    })
    element.addEventListener('focusin', remember)
    observer.observe(element, { subtree: true, childList: true, attributeFilter: ['disabled'] })
    return () => {
      observer.disconnect()
      element.removeEventListener('focusin', remember)
    }
  }, [dialog])
}

/** Focuses what the screen wants first when the dialog above has gone and what opened it is no longer there. */
export function useReturnedFocus(dialog: DialogRef, covered: boolean) {
  const wasCovered = useRef(covered)
  useEffect(() => {
    const element = dialog.current
    const isBack = wasCovered.current && !covered
    wasCovered.current = covered
    if (!isBack || element === null || element.contains(activeElement())) return
    const screen = element.querySelector('.screen:not(.leaving)')
    if (screen) focusFirst(screen)
  }, [dialog, covered])
}

/** What has the focus, also within a shadow root. */
function activeElement(): Element | null {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active
}

function focusFirst(screen: Element): HTMLElement | null {
  const target =
    screen.querySelector<HTMLElement>('[data-autofocus]') ?? screen.querySelector<HTMLElement>('h2')
  target?.focus({ preventScroll: true })
  return target
}
