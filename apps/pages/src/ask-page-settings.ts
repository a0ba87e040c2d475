import { traceHeaders } from '@sallyport/process/tracing'
import { type PageSettings, pageSettings, pageSettingsPath } from '@sallyport/protocols/pages'
import type { PageRequest } from './page-answer.js'
import { PageRefused, PageUnavailable } from './refusal.js'

const deadlineMs = 2_000

/**
 * Asks the APIs about an app's frame, one after the other until one answers; the one that answered last is asked first.
 *
 * @throws PageRefused, PageUnavailable when none answers.
 */
export function createAskPageSettings({
  apiUrls,
  fetch,
}: {
  apiUrls: readonly string[]
  fetch: typeof globalThis.fetch
}) {
  let urls = apiUrls
  return async (appId: string, request: Pick<PageRequest, 'referer' | 'client'>) => {
    let unavailable = new PageUnavailable('No API is configured')
    for (const apiUrl of urls) {
      try {
        const settings = await askPageSettings({ apiUrl, fetch }, appId, request)
        urls = [apiUrl, ...apiUrls.filter((other) => other !== apiUrl)]
        return settings
      } catch (error) {
        if (!(error instanceof PageUnavailable)) throw error
        unavailable = error
      }
    }
    throw unavailable
  }
}

/**
 * Asks an API about an app's frame. The API is not trusted: an answer is checked before a part of it gets into a header,
 * and the API counts the request for the client's network, whose address it is told.
 *
 * @throws PageRefused, PageUnavailable
 */
async function askPageSettings(
  { apiUrl, fetch }: { apiUrl: string; fetch: typeof globalThis.fetch },
  appId: string,
  { referer, client }: Pick<PageRequest, 'referer' | 'client'>,
): Promise<PageSettings> {
  const headers = {
    ...traceHeaders(),
    ...(referer !== undefined && { referer }),
    ...(client !== '' && { 'x-forwarded-for': client }),
  }
  const url = `${apiUrl}${pageSettingsPath(appId)}`
  const signal = AbortSignal.timeout(deadlineMs)
  const answer = await fetch(url, { headers, signal, redirect: 'error' }).catch((cause) => {
    throw new PageUnavailable('The API does not answer', { cause })
  })
  const text = await answer.text()
  if (answer.status >= 400 && answer.status < 500) throw new PageRefused(answer.status, text)
  const settings = answer.ok ? readSettings(text) : undefined
  if (settings === undefined) throw new PageUnavailable('The API answers something else')
  return settings
}

function readSettings(text: string): PageSettings | undefined {
  try {
    return pageSettings.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
