import { en, type ProgramCopy } from './en.js'

/** The texts of the page, with the locale that dates and numbers follow. */
export interface ProgramWords {
  copy: ProgramCopy
  locale: string
  direction: 'ltr' | 'rtl'
}

/** The words of the first of the browser's `languages` that there are words for. */
export async function loadProgramCopy(languages: readonly string[]): Promise<ProgramWords> {
  const locale = languages.find((each) => /^(en|ar)\b/i.test(each)) ?? 'en'
  if (!/^ar\b/i.test(locale)) return { copy: en, locale, direction: 'ltr' }
  return { copy: (await import('./ar.js')).ar, locale, direction: 'rtl' }
}
