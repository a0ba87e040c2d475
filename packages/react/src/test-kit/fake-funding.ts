import type { Answer } from './answers.js'
import type { SeenRequest } from './fake-kit.js'

/** Hosts of sellers and bridges that browsers call themselves. */
export const fundingHosts = ['api.moonpay.com', 'api.relay.link']

/** What sellers and bridge answer; 404 for what is not told. */
export async function fakeFunding(
  { funding, seen }: { funding: Record<string, Answer>; seen: SeenRequest[] },
  { pathname }: URL,
  init: RequestInit | undefined,
): Promise<Response> {
  const name = pathname.replace(/\/[\w-]{20,}$/, '')
  const input = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
  seen.push({ name, input })
  const answer = funding[name]
  return answer
    ? Response.json(await answer(input))
    : Response.json({ message: 'Not found' }, { status: 404 })
}
