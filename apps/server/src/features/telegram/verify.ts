import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import {
  ApiError,
  type TelegramAuthResult,
  type TelegramWebAppData,
  telegramAuthResult,
} from '@sallyport/contract'
import * as z from 'zod/mini'

/** The proofs that a request carries; exactly one of them counts. */
export interface TelegramProofs {
  telegram_auth_result?: TelegramAuthResult | null | undefined
  telegram_web_app_data?: TelegramWebAppData | null | undefined
}

/** A Telegram account that was proven. */
export interface TelegramIdentity {
  telegramUserId: string
  data: {
    telegram_user_id: string
    first_name: string | null
    last_name: string | null
    username: string | null
    photo_url: string | null
  }
  /** The same in every copy of the proof. */
  proof: string
  /** From when on the proof is refused for its age. */
  expiresAtMs: number
}

/** How old a proof may be (TEL-01). */
const maxAgeSeconds = 300
const toleranceSeconds = 30
/** More than Telegram will ever sign. */
const mostFields = 40

const { id, first_name, last_name, username, photo_url } = telegramAuthResult.shape
const webAppUser = z.object({ id, first_name, last_name, username, photo_url })

/**
 * Names the account that Telegram signed for the bot (wire reference §17.7).
 *
 * @throws ApiError `invalid_data` unless there is one proof, `invalid_credentials` when it was not signed for this bot or not
 *   in the last five minutes.
 */
export function verifyTelegram(
  { telegram_auth_result: widget, telegram_web_app_data: miniApp }: TelegramProofs,
  { botToken, nowMs }: { botToken: string; nowMs: number },
): TelegramIdentity {
  if (widget && miniApp) throw oneProof()
  if (widget) {
    const key = createHash('sha256').update(botToken).digest()
    requireSigned(widget, key)
    return toIdentity(widget, { ...widget, nowMs })
  }
  if (!miniApp) throw oneProof()
  const key = createHmac('sha256', 'WebAppData').update(botToken).digest()
  requireSigned(miniApp, key)
  return toIdentity(readUser(miniApp.user), { ...miniApp, nowMs })
}

/** Compares the HMAC over all fields but `hash`, one a line, in the order of their names. */
function requireSigned(data: TelegramAuthResult | TelegramWebAppData, key: Uint8Array): void {
  const { hash, ...all } = data
  const fields = Object.entries(all).filter(([, value]) => value !== undefined && value !== null)
  // Only so has each line one reading: a line break or "=" could make one field of two, or two of one.
  const isPlain = ([name, value]: [string, unknown]) =>
    /^[a-z0-9_]{1,64}$/i.test(name) && !String(value).includes('\n')
  if (fields.length > mostFields || !fields.every(isPlain)) throw refused()
  const lines = fields.map(([name, value]) => `${name}=${value}`).sort()
  const expected = createHmac('sha256', key).update(lines.join('\n')).digest()
  if (!timingSafeEqual(expected, Buffer.from(hash, 'hex'))) throw refused()
}

function toIdentity(
  user: z.output<typeof webAppUser>,
  { auth_date, hash, nowMs }: { auth_date: number; hash: string; nowMs: number },
): TelegramIdentity {
  const now = nowMs / 1000
  if (auth_date < now - maxAgeSeconds || auth_date > now + toleranceSeconds) throw refused()
  const telegramUserId = String(user.id)
  return {
    telegramUserId,
    data: {
      telegram_user_id: telegramUserId,
      first_name: user.first_name,
      last_name: user.last_name ?? null,
      username: user.username ?? null,
      photo_url: webUrl(user.photo_url),
    },
    proof: hash.toLowerCase(),
    expiresAtMs: (auth_date + maxAgeSeconds) * 1000 + 1,
  }
}

/** The user of a launch, whose signature was verified. */
function readUser(json: string): z.output<typeof webAppUser> {
  try {
    const { success, data } = webAppUser.safeParse(JSON.parse(json))
    if (success) return data
  } catch {
    // Not JSON.
  }
  throw refused()
}

/** Pages show it as an image: nothing but https. */
function webUrl(text: string | null | undefined): string | null {
  if (!text || !URL.canParse(text)) return null
  return new URL(text).protocol === 'https:' ? text : null
}

function oneProof(): ApiError {
  return new ApiError('invalid_data', {
    message: 'Please specify telegram_auth_result or telegram_web_app_data',
  })
}

function refused(): ApiError {
  return new ApiError('invalid_credentials', { message: 'Invalid Telegram login' })
}
