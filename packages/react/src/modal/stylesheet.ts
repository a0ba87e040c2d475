import { baseStyle } from '../theme/style-base.js'
import { controlStyle } from '../theme/style-controls.js'
import { screenStyle } from '../theme/style-screens.js'

let shared: CSSStyleSheet | null = null

/** Dresses a shadow root: constructed sheets, so that a strict style-src holds and no host CSS leaks in (ruling 13). */
export function adoptStyles(root: ShadowRoot): { setTokens(rule: string): void } {
  shared ??= sheetOf(baseStyle + controlStyle + screenStyle)
  const tokens = sheetOf('')
  root.adoptedStyleSheets = [shared, tokens]
  return { setTokens: (rule) => tokens.replaceSync(rule) }
}

function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
