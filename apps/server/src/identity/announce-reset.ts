import type { App } from '../apps/app.js'
import type { Deps } from '../deps.js'
import { escapeHtml } from '../pages/escape-html.js'
import type { UserRecord } from './user.js'

/** Whether a reset was started now or is waiting. */
type ResetState = 'started' | 'pending'

interface Sentence {
  subject: (app: string) => string
  text: (app: string, when: string) => string
}

const sentences: Record<ResetState, Sentence> = {
  started: {
    subject: (app) => `The second factors of your ${app} account will be removed`,
    text: (app, when) =>
      `Someone logged in to your ${app} account asked to remove its second factors. They will be removed on ${when}.`,
  },
  pending: {
    subject: (app) => `Reminder: the second factors of your ${app} account will be removed`,
    text: (app, when) => `The second factors of your ${app} account will be removed on ${when}.`,
  },
}

/** A notice to every channel of a user. */
interface ResetNotice {
  app: Pick<App, 'id' | 'settings'>
  user: Pick<UserRecord, 'accounts'>
  state: ResetState
  /** When it takes effect. */
  dueAtMs: number
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
  const { app, user } = notice
  const name = app.settings.name.replaceAll(/\p{Cc}+/gu, ' ').trim()
  const sends = user.accounts.flatMap(({ type, data }) => {
    if (type === 'email' && typeof data.address === 'string') {
      return [
        deps.channels.email.send({
          to: data.address,
          fromName: name,
          ...composeMail(notice, { name, cancelUrl: notice.linkTo(data.address) }),
        }),
      ]
    }
    if (type === 'phone' && typeof data.phoneNumber === 'string') {
      const cancelUrl = notice.linkTo(data.phoneNumber)
      const text = composeText(notice, { name: name.slice(0, maxNameLength), cancelUrl })
      return [deps.channels.sms.send({ to: data.phoneNumber, text })]
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

/** The app's name, and the link of the message, if it has one. */
interface Filled {
  name: string
  cancelUrl: string | undefined
}

function composeText({ state, dueAtMs }: ResetNotice, { name, cancelUrl }: Filled): string {
  const sentence = sentences[state].text(name, dateOf(dueAtMs))
  const advice = cancelUrl === undefined ? `log in to ${name}` : `cancel it: ${cancelUrl}`
  return `${sentence} If this wasn’t you, ${advice}`
}

function composeMail({ state, dueAtMs }: ResetNotice, { name, cancelUrl }: Filled) {
  const { subject, text } = sentences[state]
  const sentence = text(name, dateOf(dueAtMs))
  const when = 'If this wasn’t you, or you have found your second factor,'
  const advice =
    cancelUrl === undefined ? `${when} log in to ${name} and cancel it.` : `${when} cancel it:`
  const paragraphs = [sentence, advice].map((each) => `<p>${escapeHtml(each)}</p>`).join('\n')
  const href = cancelUrl === undefined ? '' : escapeHtml(cancelUrl)
  const link = href && `<p><a href="${href}">${href}</a></p>`
  return {
    subject: subject(name),
    text: [sentence, advice, ...(cancelUrl === undefined ? [] : [cancelUrl])].join('\n\n'),
    html: `<!doctype html>\n<html lang="en"><body>${paragraphs}${link}</body></html>\n`,
  }
}

function dateOf(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' at ')} UTC`
}
