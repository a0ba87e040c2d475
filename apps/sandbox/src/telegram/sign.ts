import { createHash, createHmac } from 'node:crypto'
import type { Person } from '../people/people.js'

/** How the double answers: as Telegram does, or wrongly. */
export const telegramAnswers = ['right', 'wrong-signature', 'old', 'slow'] as const
type TelegramAnswer = (typeof telegramAnswers)[number]
/** The answers in the words of the double's page. */
export const telegramAnswerNames: Record<TelegramAnswer, string> = {
  right: 'as Telegram does',
  'wrong-signature': 'with a wrong signature',
  old: 'with a login of an hour ago',
  slow: 'after five seconds',
}

interface Signing {
  botToken: string
  nowMs: number
  answer: TelegramAnswer
}

/** What the login window gives for a person. */
export function signWidget(person: Person, signing: Signing): Record<string, string | number> {
  const fields = { ...fieldsOf(person), auth_date: authDate(signing) }
  const key = createHash('sha256').update(signing.botToken).digest()
  return { ...fields, hash: hash(fields, key, signing) }
}

/** What a mini app is launched with, as the text in `#tgWebAppData=`. */
export function signLaunch(person: Person, signing: Signing): string {
  const user = JSON.stringify({ ...fieldsOf(person), language_code: 'en' })
  const fields = { query_id: 'AAF', user, auth_date: String(authDate(signing)) }
  const key = createHmac('sha256', 'WebAppData').update(signing.botToken).digest()
  return new URLSearchParams({ ...fields, hash: hash(fields, key, signing) }).toString()
}

function fieldsOf({ id, name, username }: Person) {
  const [first_name = name, last_name] = name.split(' ')
  return { id, first_name, ...(last_name === undefined ? {} : { last_name }), username }
}

function authDate({ nowMs, answer }: Signing): number {
  const seconds = Math.floor(nowMs / 1000)
  return answer === 'old' ? seconds - 3600 : seconds
}

function hash(fields: object, key: Uint8Array, { answer }: Signing): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}=${value}`)
  if (answer === 'wrong-signature') lines.push('wrong=1')
  return createHmac('sha256', key).update(lines.sort().join('\n')).digest('hex')
}
