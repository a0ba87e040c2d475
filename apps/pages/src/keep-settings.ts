import type { PageSettings } from '@sallyport/protocols/pages'
import type { PageRequest } from './page-answer.js'
import { PageRefused, PageUnavailable } from './refusal.js'

type Ask = (
  appId: string,
  request: Pick<PageRequest, 'referer' | 'client'>,
) => Promise<PageSettings>

/** How long the last settings of an app are served while no API answers, in milliseconds. */
const keptMs = 60 * 60_000
/** Settings that are kept at most: the oldest are dropped. */
const mostKept = 1_000

/**
 * Asks as `ask` does, and while no API answers gives what an API said last for the app and the embedding page, at most an
 * hour old, with the time of now. Refusals are passed on, and end what was kept.
 *
 * @param onKept  Called each time when kept settings are given, with their age.
 */
export function keepSettings(
  ask: Ask,
  {
    nowMs,
    onKept,
  }: { nowMs: () => number; onKept: (kept: { appId: string; ageMs: number }) => void },
): Ask {
  const known = new Map<string, { settings: PageSettings; atMs: number }>()
  return async (appId, request) => {
    const key = `${appId} ${originOf(request.referer)}`
    try {
      const settings = await ask(appId, request)
      known.delete(key)
      known.set(key, { settings, atMs: nowMs() })
      for (const oldest of known.keys()) {
        if (known.size <= mostKept) break
        known.delete(oldest)
      }
      return settings
    } catch (error) {
      // Too many requests say nothing about the app.
      if (error instanceof PageRefused && error.status !== 429) known.delete(key)
      const kept = known.get(key)
      if (kept === undefined || !(error instanceof PageUnavailable)) throw error
      const ageMs = nowMs() - kept.atMs
      if (ageMs > keptMs) throw error
      onKept({ appId, ageMs })
      return atTime(kept.settings, ageMs)
    }
  }
}

/** The time in the page is the server's: tokens are judged by it. */
function atTime(settings: PageSettings, ageMs: number): PageSettings {
  const { config } = settings
  const tokens = { ...config.tokens, nowMs: config.tokens.nowMs + ageMs }
  return { ...settings, config: { ...config, tokens } }
}

/** The API's answer depends on the page that embeds the frame, by its origin. */
function originOf(referer: string | undefined): string {
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : ''
}
