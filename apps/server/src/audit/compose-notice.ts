import { type AuditData, kindOf } from '@sallyport/contract'
import type { Mail } from '@sallyport/process/mail'
import type { AppSettings } from '../apps/app.js'
import type { MessageLocale } from '../http/message-locale.js'
import type { ProvenAccount } from '../identity/proven-account.js'
import { toHtml } from '../messages/to-html.js'
import { nameDevice } from '../session/device.js'
import type { NoticedKind } from './notice-texts/noticed-kinds.js'
import type { NoticeTexts, Noun } from './notice-texts/texts.js'
import { textsOf } from './notice-texts/texts-of.js'

/** What a notice tells. */
interface NoticeContents {
  app: Pick<AppSettings, 'name' | 'custom_oauth_providers'>
  /** What happened, the oldest first. */
  events: readonly [Told, ...Told[]]
  /** By which its reader puts back the logins that were removed or changed. */
  undoUrls: readonly string[]
  /** The language of the user. */
  locale: MessageLocale
}

/** An event that a notice tells of. */
interface Told {
  kind: NoticedKind
  data: AuditData
}

/** Longest part of an app's name in a text message. */
const maxNameLength = 60

/** Composes the mail about an event, or about several. It contains no address, and no link but those that undo a removal. */
export function composeNoticeMail({ to, ...contents }: NoticeContents & { to: string }): Mail {
  const { events, undoUrls, locale } = contents
  const texts = textsOf(locale)
  const fromName = oneLine(contents.app.name)
  const name = texts.name(fromName)
  const [first, ...others] = events
  const isOne = others.length === 0
  const paragraphs = [
    ...events.flatMap((event) => {
      const place = texts.doneFrom(placeOf(event.data, texts))
      const lines = [sentenceOf(event, { ...contents, name }), place]
      return isOne ? lines : [lines.join(' ')]
    }),
    isOne ? texts.contact(name) : texts.contactAboutAll(name),
    ...undoUrls.flatMap((url) => [texts.undo, url]),
  ]
  const subject = isOne
    ? texts.events[first.kind].subject(name)
    : texts.changes(events.length, name)
  return {
    to,
    fromName,
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: toHtml({ title: subject, paragraphs, locale }),
  }
}

/** Composes the text message about an event, or about several. */
export function composeNoticeText(contents: NoticeContents): string {
  const texts = textsOf(contents.locale)
  const name = texts.name(contents.app.name.slice(0, maxNameLength))
  const [first, ...others] = contents.events
  const [undoUrl] = contents.undoUrls
  const sentences = [
    sentenceOf(first, { ...contents, name }),
    ...(others.length === 0 ? [] : [texts.more(others.length)]),
    texts.contact(name),
  ]
  return `${sentences.join(' ')}${undoUrl === undefined ? '' : texts.putBack(undoUrl)}`
}

function sentenceOf(
  { kind, data }: Told,
  { app, locale, name }: Pick<NoticeContents, 'app' | 'locale'> & { name: string },
): string {
  const texts = textsOf(locale)
  return texts.events[kind].sentence(name, nounOf(data.account_type, { app, texts }))
}

/** From fixed words only, whatever the device said. */
function placeOf({ browser, system, place, by }: AuditData, texts: NoticeTexts): string {
  if (by === 'app') return texts.appItself
  const device = nameDevice({ browser, system }, texts) ?? texts.unknownDevice
  return place === undefined ? device : texts.inCountry(device, place)
}

function nounOf(
  type: string | undefined,
  { app, texts }: Pick<NoticeContents, 'app'> & { texts: NoticeTexts },
): Noun {
  // Written by `recordEvent` from the type of a proven account; events of another kind have none.
  const kind = kindOf((type ?? 'guest') as ProvenAccount['type'])
  if (kind !== 'custom_oauth') return texts.accounts[kind]
  const added = app.custom_oauth_providers?.find(({ provider }) => provider === type)
  return texts.accountAt(oneLine(added?.provider_display_name ?? '') || undefined)
}

/** Removes line breaks and other control characters, so that a name is safe in a header. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim()
}
