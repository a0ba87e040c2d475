import { createHash, createHmac } from 'node:crypto'
import type { TelegramAuthResult, TelegramWebAppData } from '@sallyport/contract'

/** A user of Telegram. */
export interface TelegramUser {
  id: number
  first_name: string
  last_name?: string
  username?: string
  photo_url?: string
}

/** Signs for a bot as Telegram does. */
export interface TelegramBot {
  token: string
  /** What the login widget gives. */
  widget(user: TelegramUser, authDate?: number, more?: Record<string, unknown>): TelegramAuthResult
  /** What a mini app is launched with. */
  launch(user: TelegramUser, authDate?: number, more?: Record<string, unknown>): TelegramWebAppData
}

/** Creates a bot; `nowMs` tells when it signs. */
export function createTelegramBot({
  token,
  nowMs,
}: {
  token: string
  nowMs: () => number
}): TelegramBot {
  const seconds = () => Math.floor(nowMs() / 1000)
  const hashOf = (fields: object, key: Uint8Array) => {
    const lines = Object.entries(fields).map(([name, value]) => `${name}=${value}`)
    return createHmac('sha256', key).update(lines.sort().join('\n')).digest('hex')
  }
  return {
    token,
    widget: (user, auth_date = seconds(), more = {}) => {
      const fields = { ...user, auth_date, ...more }
      return { ...fields, hash: hashOf(fields, createHash('sha256').update(token).digest()) }
    },
    launch: (user, auth_date = seconds(), more = {}) => {
      const fields = { query_id: 'AAF', user: JSON.stringify(user), auth_date, ...more }
      const key = createHmac('sha256', 'WebAppData').update(token).digest()
      return { ...fields, hash: hashOf(fields, key) }
    },
  }
}
