import type { MessageLocale } from '../../http/message-locale.js'
import { arabic } from './arabic.js'
import { english } from './english.js'
import type { NoticeTexts } from './texts.js'

const texts: Readonly<Record<MessageLocale, NoticeTexts>> = { en: english, ar: arabic }

/** What notices say in a language. */
export function textsOf(locale: MessageLocale): NoticeTexts {
  return texts[locale]
}
