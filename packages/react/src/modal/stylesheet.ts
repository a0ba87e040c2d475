import { baseStyle } from '../theme/style-base.js'
import { controlStyle } from '../theme/style-controls.js'
import { screenStyle } from '../theme/style-screens.js'

let shared: CSSStyleSheet | null = null
const styles = new Set([baseStyle, controlStyle, screenStyle])

/** Dresses a shadow root: constructed sheets, so that a strict style-src holds and no host CSS leaks in (ruling 13). */
export function adoptStyles(root: ShadowRoot): { setTokens(rule: string): void } {
  shared ??= sheetOf([...styles].join(''))
  const tokens = sheetOf('')
  root.adoptedStyleSheets = [shared, tokens]
  return { setTokens: (rule) => tokens.replaceSync(rule) }
}

/** Adds the style of screens that are loaded late to every modal; once, however often it is called. */
export function addStyle(css: string): void {
  if (styles.has(css)) return
  styles.add(css)
  shared?.replaceSync([...styles].join(''))
}

function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
