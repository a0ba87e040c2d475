import type { Mail } from '@sallyport/process/mail'
import type { App } from '../apps/app.js'
import type { Deps } from '../deps.js'
import type { MessageLocale } from '../http/message-locale.js'
import { toHtml } from '../messages/to-html.js'
import { type ResetState, resetTextsOf } from './reset-texts.js'
import type { UserRecord } from './user.js'

/** What an announcement says. */
interface ResetContents {
  appName: string
  state: ResetState
  /** When it takes effect. */
  dueAtMs: number
  /** The language of the user. */
  locale: MessageLocale
}

/** A notice to every channel of a user. */
interface ResetNotice extends Omit<ResetContents, 'appName'> {
  app: Pick<App, 'id' | 'settings'>
  user: Pick<UserRecord, 'accounts'>
  /** Where the user of an address cancels it; undefined for one that is told of it and decides nothing. */
  linkTo: (address: string) => string | undefined
}

/** Longest part of an app's name in a text message. */
const maxNameLength = 60

/**
 * Tells every email address and phone number of a user about a reset of their factors. It does not wait for the messages; one
 * that cannot be sent is logged without its address.
 */
export function announceReset(deps: Deps, notice: ResetNotice): void {
  const { app, user, linkTo } = notice
  const appName = app.settings.name.replaceAll(/\p{Cc}+/gu, ' ').trim()
  const contents = { ...notice, appName }
  const sends = user.accounts.flatMap(({ type, data }) => {
    if (type === 'email' && typeof data.address === 'string') {
      const { address: to } = data
      const mail = composeResetMail({ ...contents, cancelUrl: linkTo(to) })
      return [deps.channels.email.send({ to, fromName: appName, ...mail })]
    }
    if (type === 'phone' && typeof data.phoneNumber === 'string') {
      const { phoneNumber: to } = data
      const text = composeResetText({ ...contents, cancelUrl: linkTo(to) })
      return [deps.channels.sms.send({ to, text })]
    }
    return []
  })
  for (const sending of sends) {
    sending.catch((error: unknown) => {
      const reason = error instanceof Error ? error.name : 'unknown'
      deps.logger.warn({ event: 'notice_not_sent', appId: app.id, reason }, 'no notice sent')
    })
  }
}

/** The link of the message, if it has one. */
interface Linked {
  cancelUrl: string | undefined
}

/** Composes the text message about a reset. */
export function composeResetText(contents: ResetContents & Linked): string {
  const { appName, state, dueAtMs, locale, cancelUrl } = contents
  const texts = resetTextsOf(locale)
  const name = texts.name(appName.slice(0, maxNameLength))
  const sentence = texts.states[state].text(name, texts.when(dueAtMs))
  const advice = cancelUrl === undefined ? texts.logIn(name) : texts.cancelByText(cancelUrl)
  return `${sentence} ${advice}`
}

/** Composes the mail about a reset. */
export function composeResetMail(
  contents: ResetContents & Linked,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const { appName, state, dueAtMs, locale, cancelUrl } = contents
  const texts = resetTextsOf(locale)
  const name = texts.name(appName)
  const subject = texts.states[state].subject(name)
  const paragraphs = [
    texts.states[state].text(name, texts.when(dueAtMs)),
    ...(cancelUrl === undefined ? [texts.cancelInApp(name)] : [texts.cancelByMail, cancelUrl]),
  ]
  return {
    subject,
    text: paragraphs.join('\n\n'),
    html: toHtml({ title: subject, paragraphs, locale }),
  }
}
