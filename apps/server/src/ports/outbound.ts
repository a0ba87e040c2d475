/** A request to a server of others. */
export interface OutboundRequest {
  url: string
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  body?: object
  /** Sent as a form. */
  form?: Readonly<Record<string, string>>
  /** Ends the request; shared by requests that have one deadline together. */
  signal: AbortSignal
}

/** What another server answered; `json` is undefined when the body is not JSON. */
export interface OutboundAnswer {
  status: number
  json: unknown
}

/**
 * Calls servers of others. Follows no redirect, so that credentials go to the named host only and no answer can send the
 * request into the own network, and reads at most 256 KB (OAU-23).
 *
 * @throws Error when there is no answer in time, or it is a redirect or too long. Without bodies or URLs.
 */
export type Outbound = (request: OutboundRequest) => Promise<OutboundAnswer>

const maxBytes = 262_144

/** Outbound calls by `fetch`. */
export function createOutbound(fetcher: typeof fetch = fetch): Outbound {
  return async ({ url, method = 'GET', headers = {}, body, form, signal }) => {
    const { host } = new URL(url)
    try {
      const response = await fetcher(url, {
        method,
        headers: {
          accept: 'application/json',
          'user-agent': 'Sallyport',
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
        ...(form && { body: new URLSearchParams({ ...form }) }),
        redirect: 'error',
        signal,
      })
      return { status: response.status, json: parse(await readText(response, signal)) }
    } catch (cause) {
      throw new Error(`${host} did not give a usable answer`, { cause })
    }
  }
}

async function readText(response: Response, signal: AbortSignal): Promise<string> {
  const reader = response.body?.getReader()
  if (reader === undefined) return ''
  const decoder = new TextDecoder()
  let [text, length] = ['', 0]
  for (;;) {
    signal.throwIfAborted()
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    length += value.length
    if (length > maxBytes) {
      await reader.cancel()
      throw new Error('The answer is too long')
    }
    text += decoder.decode(value, { stream: true })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
