/** Written short because every page loads it. */
let keys: KeyboardEvent[] | null = null

/**
 * Keeps the keys pressed from now on, but those for a field of the page, until the returned function is called: between the
 * press that opens the modal and its first field, screens are still loading.
 */
export function keepKeys(): () => void {
  const keep = (event: KeyboardEvent) => {
    const [target] = event.composedPath() as [HTMLElement] // keys go to elements
    if (target.matches(':read-write')) return
    keys?.push(event)
    // The button that opened the modal still has the focus.
    if (keys && event.key === 'Enter') event.preventDefault()
  }
  keys = []
  document.addEventListener('keydown', keep, true)
  return () => document.removeEventListener('keydown', keep, true)
}

/** Returns the keys and keeps no more of them: the screen has them from now on. */
export function takeKeys(): readonly KeyboardEvent[] {
  const taken = keys ?? []
  keys = null
  return taken
}
