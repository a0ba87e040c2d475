/** Names one element of a page, shadow roots included. */
export interface Target {
  /** Text of the accessible name, whole; a pattern with `isPattern`. */
  name?: string
  isPattern?: boolean
  /** Default: button. */
  role?: 'button' | 'field' | 'any'
  /** Below the element with this test id. */
  testId?: string
  /** Only in the dialog that is open on top. */
  inDialog?: boolean
}

/**
 * Finds what a user would take for the target: visible, not disabled, not below a modal dialog. Runs in the page, so that each
 * engine gives its own answer, and sees nothing of this module.
 */
export function findTarget(target: Target): Element | null {
  const { name, isPattern, role = 'button', testId, inDialog } = target
  const selectors = {
    button: 'button, a[href], [role=button], summary, input[type=checkbox], input[type=submit]',
    field: 'input, textarea, select, [role=textbox], [contenteditable]',
    any: '*',
  }
  const all = (root: ParentNode, selector: string): Element[] =>
    [...root.querySelectorAll('*')].flatMap((each) => [
      ...(each.matches(selector) ? [each] : []),
      ...(each.shadowRoot ? all(each.shadowRoot, selector) : []),
    ])
  const textOf = (node: Node | null | undefined) =>
    (node?.textContent ?? '').replace(/\s+/g, ' ').trim()
  const nameOf = (element: Element): string => {
    const root = element.getRootNode() as Document | ShadowRoot
    const by = element.getAttribute('aria-labelledby')
    if (by) {
      const parts = by.split(/\s+/).map((id) => root.getElementById(id))
      return parts.map(textOf).join(' ').trim()
    }
    const label = element.getAttribute('aria-label')
    if (label) return label
    const { labels } = element as HTMLInputElement
    if (labels?.length) return [...labels].map(textOf).join(' ')
    const visible = (element as HTMLElement).innerText ?? ''
    return visible.replace(/\s+/g, ' ').trim() || (element.getAttribute('title') ?? '')
  }
  const isUsable = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('[inert]') === null &&
    !(element as HTMLButtonElement).disabled
  const open = all(document, 'dialog[open]').at(-1)
  if (inDialog && open === undefined) return null
  let places: ParentNode[] = inDialog && open ? [open] : [document]
  if (testId !== undefined)
    places = places.flatMap((place) => all(place, `[data-testid="${CSS.escape(testId)}"]`))
  const fits = (element: Element) => {
    if (name === undefined) return true
    return isPattern ? new RegExp(name).test(nameOf(element)) : nameOf(element) === name
  }
  if (name === undefined && role === 'any') return (places[0] as Element | undefined) ?? null
  for (const place of places)
    for (const element of all(place, selectors[role]))
      if (isUsable(element) && fits(element)) return element
  return null
}
