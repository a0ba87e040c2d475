let last: EventTarget | null = null

/** Remembers what has the focus on the page, until the returned function is called. */
export function watchFocus(): () => void {
  const remember = ({ target }: FocusEvent) => {
    last = target
  }
  document.addEventListener('focusin', remember)
  return () => document.removeEventListener('focusin', remember)
}

/**
 * Where the focus belongs once what opens now has closed; null when nothing has it. Apps switch a button off while the
 * work it started runs, and the browser takes the focus from it: then it is that button.
 */
export function openerNow(): Element | null {
  // A server has no page.
  if (typeof document === 'undefined') return null
  const active = document.activeElement
  if (active && active !== document.body) return active
  return last instanceof Element && last.matches(':disabled') ? last : null
}
