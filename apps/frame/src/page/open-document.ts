import { themeRule } from '../confirm/screen/theme.js'
import type { PageWords } from './copy/load-page-copy.js'
import type { PageRequest } from './page-request.js'
import { pageStyle } from './style.js'

/** Gives the document its look, language and direction, and the element that tasks draw in. */
export function openDocument(
  document: Document,
  { copy, locale, direction }: PageWords,
  request: PageRequest | undefined,
): HTMLElement {
  const look = request?.look ?? { appName: '', theme: 'light', accentColor: null }
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(themeRule(look) + pageStyle)
  document.adoptedStyleSheets.push(sheet)
  document.documentElement.lang = locale
  document.documentElement.dir = direction
  document.title = copy.title
  const main = document.createElement('main')
  document.body.replaceChildren(main)
  return main
}
