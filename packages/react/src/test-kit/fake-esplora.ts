import type { Answer } from './answers.js'
import type { SeenRequest } from './fake-kit.js'

/** Where apps without a URL of their own read Bitcoin. */
export const esploraHost = 'blockstream.info'

/** One answer of a Bitcoin server. Its requests are seen by their path without addresses and ids. */
export async function fakeEsplora(
  { esplora, seen }: { esplora: Record<string, Answer>; seen: SeenRequest[] },
  url: URL,
): Promise<Response> {
  const name = url.pathname
    .replace(/^(\/testnet)?\/api/, '')
    .replace(/\/(bc1|tb1|[0-9a-f]{64})\w*/, '')
  seen.push({ name, input: { path: url.pathname } })
  try {
    const given = await esplora[name]?.({})
    return typeof given === 'string' ? new Response(given) : Response.json(given)
  } catch {
    throw new TypeError('No network')
  }
}
