import { en, type PageCopy } from './en.js'

/** The texts of a page, and the locale that they follow. */
export interface PageWords {
  copy: PageCopy
  locale: string
  direction: 'ltr' | 'rtl'
}

/** The words of the first of the browser's `languages` that there are words for. English is at hand; others are loaded. */
export async function loadPageCopy(languages: readonly string[]): Promise<PageWords> {
  const locale = languages.find((each) => /^(en|ar)\b/i.test(each)) ?? 'en'
  if (!/^ar\b/i.test(locale)) return { copy: en, locale, direction: 'ltr' }
  try {
    return { copy: (await import('./ar.js')).ar, locale, direction: 'rtl' }
  } catch {
    // English is in the bundle.
    return { copy: en, locale: 'en', direction: 'ltr' }
  }
}
