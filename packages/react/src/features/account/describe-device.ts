import type { UserSession } from '@sallyport/core'
import type { MfaCopy } from '../../copy/en-mfa.js'

type Device = Pick<UserSession, 'browser' | 'system'>

/** A device in words, such as "Firefox on Linux". */
export function nameDevice({ browser, system }: Device, { devices }: MfaCopy): string {
  if (browser !== null && system !== null) return devices.browserOn(browser, system)
  return browser ?? system ?? devices.unknown
}

const minuteMs = 60_000
const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', minuteMs],
] as const
const weekMs = 7 * 86_400_000

/** How long ago something was, such as "now" or "3 hours ago"; after a week its date. */
export function formatAgo(at: Date, { nowMs, locale }: { nowMs: number; locale: string }): string {
  const passedMs = Math.max(0, nowMs - at.getTime())
  if (passedMs >= weekMs) {
    return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(at)
  }
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const [unit, ms] = units.find(([, unitMs]) => passedMs >= unitMs) ?? ['second', passedMs + 1]
  return relative.format(-Math.floor(passedMs / ms), unit)
}

/** Returns a country's name; null for a code that does not name one. */
export function nameCountry(code: string | null, locale: string): string | null {
  if (code === null) return null
  try {
    return new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }).of(code) ?? null
  } catch {
    // The proxy did not send a country code.
    return null
  }
}
