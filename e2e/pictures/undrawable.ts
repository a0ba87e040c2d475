import type { Page } from '@playwright/test'
import { missingIn } from './fonts.js'

/** Each character on the page that is in none of the pictures' fonts its element uses, with that text; none is expected. */
export async function undrawableIn(page: Page): Promise<string[]> {
  const texts = await page.evaluate(readTexts)
  return texts.flatMap(({ text, family }) =>
    missingIn(text, family).map((sign) => `${sign} (${codeOf(sign)}) in "${text}", ${family}`),
  )
}

function codeOf(sign: string): string {
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** What the page draws as text, with the fonts for it: text, the content of CSS, values of fields and their hints. */
function readTexts(): { text: string; family: string }[] {
  const found: { text: string; family: string }[] = []
  /** Fields whose value is not text on the page. */
  const drawn = ['checkbox', 'radio', 'range', 'color', 'file', 'hidden']
  const add = (text: string | null, element: Element, part?: string) => {
    const shown = text?.trim()
    if (shown) found.push({ text: shown, family: getComputedStyle(element, part).fontFamily })
  }
  const walk = (root: Element | ShadowRoot) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) walk(element.shadowRoot)
      if (!element.checkVisibility()) continue
      for (const child of element.childNodes)
        if (child.nodeType === Node.TEXT_NODE) add(child.textContent, element)
      for (const part of ['::before', '::after']) {
        const { content } = getComputedStyle(element, part)
        if (content.startsWith('"')) add(content.slice(1, -1), element, part)
      }
      const isField = element instanceof HTMLInputElement && !drawn.includes(element.type)
      if (isField || element instanceof HTMLTextAreaElement) {
        add(element.value, element)
        add(element.placeholder, element)
      }
    }
  }
  walk(document.body)
  return found
}
