import type { App } from '../apps/app.js'
import type { Deps } from '../deps.js'
import { escapeHtml } from '../pages/escape-html.js'
import type { UserRecord } from './user.js'

/** What happened to the second factors of a user. */
export type FactorChange =
  | 'added'
  | 'removed'
  | 'codes-made'
  | 'reset-started'
  | 'reset-pending'
  | 'reset-cancelled'
  | 'reset-done'

interface Sentence {
  subject: (app: string) => string
  text: (app: string, when: string) => string
}

const sentences: Record<FactorChange, Sentence> = {
  added: {
    subject: (app) => `A second factor was added to your ${app} account`,
    text: (app) => `A second factor was added to your ${app} account.`,
  },
  removed: {
    subject: (app) => `A second factor was removed from your ${app} account`,
    text: (app) => `A second factor was removed from your ${app} account.`,
  },
  'codes-made': {
    subject: (app) => `New recovery codes for your ${app} account`,
    text: (app) =>
      `New recovery codes were made for your ${app} account. The old ones no longer work.`,
  },
  'reset-started': {
    subject: (app) => `The second factors of your ${app} account will be removed`,
    text: (app, when) =>
      `Someone logged in to your ${app} account asked to remove its second factors. They will be removed on ${when}.`,
  },
  'reset-pending': {
    subject: (app) => `Reminder: the second factors of your ${app} account will be removed`,
    text: (app, when) => `The second factors of your ${app} account will be removed on ${when}.`,
  },
  'reset-cancelled': {
    subject: (app) => `The second factors of your ${app} account stay`,
    text: (app) => `The removal of the second factors of your ${app} account was cancelled.`,
  },
  'reset-done': {
    subject: (app) => `The second factors of your ${app} account were removed`,
    text: (app) => `The second factors of your ${app} account were removed, as requested.`,
  },
}

/** A notice to every channel of a user. */
interface FactorNotice {
  app: Pick<App, 'id' | 'settings'>
  user: Pick<UserRecord, 'accounts'>
  change: FactorChange
  /** Of a reset: when it takes effect, and where it is cancelled. */
  reset?: { dueAtMs: number; cancelUrl: string }
}

/** Longest part of an app's name in a text message. */
const maxNameLength = 60

/**
 * Tells every email address and phone number of a user about a change of their factors. It does not wait for the messages; one
 * that cannot be sent is logged without its address.
 */
export function notifyOfFactor(deps: Deps, notice: FactorNotice): void {
  const { app, user } = notice
  const name = app.settings.name.replaceAll(/\p{Cc}+/gu, ' ').trim()
  const sends = user.accounts.flatMap(({ type, data }) => {
    if (type === 'email' && typeof data.address === 'string') {
      return [
        deps.channels.email.send({
          to: data.address,
          fromName: name,
          ...composeMail(notice, name),
        }),
      ]
    }
    if (type === 'phone' && typeof data.phoneNumber === 'string') {
      const text = composeText(notice, name.slice(0, maxNameLength))
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

function composeText({ change, reset }: FactorNotice, name: string): string {
  const sentence = sentences[change].text(name, dateOf(reset))
  const cancel = linkOf(change, reset)
  return cancel
    ? `${sentence} If this wasn’t you, cancel it: ${cancel}`
    : `${sentence} If this wasn’t you, contact ${name} now.`
}

function composeMail({ change, reset }: FactorNotice, name: string) {
  const { subject, text } = sentences[change]
  const cancel = linkOf(change, reset)
  const sentence = text(name, dateOf(reset))
  const advice = cancel
    ? 'If this wasn’t you, or you have found your second factor, cancel it:'
    : `If this wasn’t you, contact ${name} now.`
  const link = cancel ? `<p><a href="${escapeHtml(cancel)}">${escapeHtml(cancel)}</a></p>` : ''
  const paragraphs = [sentence, advice].map((each) => `<p>${escapeHtml(each)}</p>`).join('\n')
  return {
    subject: subject(name),
    text: [sentence, advice, ...(cancel ? [cancel] : [])].join('\n\n'),
    html: `<!doctype html>\n<html lang="en"><body>${paragraphs}${link}</body></html>\n`,
  }
}

/** Only notices of a reset that can still be cancelled have a link. */
function linkOf(change: FactorChange, reset: FactorNotice['reset']): string | undefined {
  return change === 'reset-started' || change === 'reset-pending' ? reset?.cancelUrl : undefined
}

function dateOf(reset: FactorNotice['reset']): string {
  if (reset === undefined) return ''
  return `${new Date(reset.dueAtMs).toISOString().slice(0, 16).replace('T', ' at ')} UTC`
}
