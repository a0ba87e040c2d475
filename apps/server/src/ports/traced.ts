import { inSpan } from '@sallyport/process/tracing'
import type { Signer, Vault } from './vault.js'

type Call = (name: string, input: object) => Promise<unknown>

/** The same vault or signer; each call is a span that names the call and holds nothing of its input. */
export function tracedCalls<P extends Vault | Signer>(
  name: 'vault' | 'signer',
  program: P,
): Pick<P, 'call'> {
  // Names and inputs pass through as they are.
  const ask = program.call as Call
  const traced: Call = (call, input) =>
    inSpan(`${name} ${call}`, { kind: 'client' }, () => ask(call, input))
  return { call: traced } as Pick<P, 'call'>
}

/** The same `fetch`; each request is a span with its method and host. A path may hold a code or a token, so it is left out. */
export function tracedFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
    const attributes = { 'http.request.method': method, 'server.address': url.host }
    return inSpan(`${method} ${url.host}`, { kind: 'client', attributes }, () => fetch(input, init))
  }
}
