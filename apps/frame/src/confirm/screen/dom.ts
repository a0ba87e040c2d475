/** What may be put into an element: other nodes, or text. `null` is nothing. */
export type Child = Node | string | null

/** An element made of inert parts: text is set as text, so nothing of a stranger becomes markup. */
export function el<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children.filter((child) => child !== null))
  return element
}

const svgNamespace = 'http://www.w3.org/2000/svg'

/** An SVG of paths, decorative. */
export function svg(
  attributes: Readonly<Record<string, string>>,
  paths: readonly Readonly<Record<string, string>>[],
): SVGSVGElement {
  const picture = document.createElementNS(svgNamespace, 'svg')
  picture.setAttribute('aria-hidden', 'true')
  for (const [name, value] of Object.entries(attributes)) picture.setAttribute(name, value)
  for (const path of paths) {
    const line = document.createElementNS(svgNamespace, 'path')
    for (const [name, value] of Object.entries(path)) line.setAttribute(name, value)
    picture.append(line)
  }
  return picture
}
