import { type RequestWords, requestWordsEn } from '@sallyport/contract/requests'
import { type Copy, en } from './en.js'

/** The texts, and the locale that dates and numbers follow. */
export interface Words {
  copy: Copy
  /** What requests are spoken of with, here and in the modal. */
  request: RequestWords
  locale: string
  direction: 'ltr' | 'rtl'
}

/** The words of the first of the browser's `languages` that there are words for. English is at hand; others are loaded. */
export async function loadCopy(languages: readonly string[]): Promise<Words> {
  const english = { copy: en, request: requestWordsEn, direction: 'ltr' } as const
  const locale = languages.find((each) => /^(en|ar)\b/i.test(each)) ?? 'en'
  if (!/^ar\b/i.test(locale)) return { ...english, locale }
  try {
    const { ar, requestWordsAr } = await import('./ar.js')
    return { copy: ar, request: requestWordsAr, locale, direction: 'rtl' }
  } catch {
    // A catalogue that cannot be loaded must not hide the question: English is in the bundle.
    return { ...english, locale: 'en' }
  }
}
