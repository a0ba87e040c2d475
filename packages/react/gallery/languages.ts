import { directionOf, type Language } from '../src/copy/catalogue.js'

/** Every language the modal speaks, by its own name; the compiler asks for each. */
export const languages = {
  en: 'English',
  ar: 'العربية',
} as const satisfies Record<Language, string>

export { directionOf, type Language }
