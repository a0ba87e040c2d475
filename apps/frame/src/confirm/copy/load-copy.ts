import { type Copy, en } from './en.js'

/** The texts, and the locale that dates and numbers follow. */
export interface Words {
  copy: Copy
  locale: string
  direction: 'ltr' | 'rtl'
}

/** The words of the first of the browser's `languages` that there are words for. English is at hand; others are loaded. */
export async function loadCopy(languages: readonly string[]): Promise<Words> {
  const locale = languages.find((each) => /^(en|ar)\b/i.test(each)) ?? 'en'
  if (!/^ar\b/i.test(locale)) return { copy: en, locale, direction: 'ltr' }
  try {
    const { ar } = await import('./ar.js')
    return { copy: ar, locale, direction: 'rtl' }
  } catch {
    // A catalogue that cannot be loaded must not hide the question: English is in the bundle.
    return { copy: en, locale: 'en', direction: 'ltr' }
  }
}
