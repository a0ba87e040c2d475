/** Languages that messages to users are written in. */
const messageLocales = ['en', 'ar'] as const
export type MessageLocale = (typeof messageLocales)[number]

/** The language of a login: the first one of its browser (`Accept-Language`) that messages are written in; English for others. */
export function messageLocale(accepted: string | undefined): MessageLocale {
  const wanted = (accepted ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', weight = ''] = part.split(';')
      const quality = /^\s*q=([\d.]{1,5})\s*$/.exec(weight)?.[1]
      return { language: tag.trim().toLowerCase().split('-')[0], q: Number(quality ?? 1) }
    })
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q)
  for (const { language } of wanted) {
    const found = messageLocales.find((each) => each === language)
    if (found) return found
  }
  return 'en'
}

/** The language that a row says; English where it says none, or one that messages are not written in. */
export function storedLocale(stored: string | null): MessageLocale {
  return messageLocales.find((each) => each === stored) ?? 'en'
}

/** In which direction a language is read. */
export function directionOf(locale: MessageLocale): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr'
}
