import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { requirePublic } from './public-address.js'

/** How long a name server may take, and how often each is asked. */
const deadlines = { timeout: 2_000, tries: 2 }

/** What resolves names. */
export type Names = Pick<Resolver, 'resolve4' | 'resolve6'>

/**
 * The addresses of a host that an app's owner named. Names are asked for by the resolver of c-ares: the system's, which `lookup` uses, blocks one of the
 * process' few threads for as long as a name server of others likes.
 *
 * @throws Error when one of them is not public, or there are none.
 */
export async function resolvePublic(
  host: string,
  names: Names = new Resolver(deadlines),
): Promise<{ address: string; family: 4 | 6 }[]> {
  const family = isIP(host)
  if (family === 4 || family === 6) {
    requirePublic(host)
    return [{ address: host, family }]
  }
  // Names of the own network have no full stop, or end like these.
  if (/^[^.]*\.?$|\.(?:localhost|local|internal)\.?$/i.test(host))
    throw new Error('Not a public address')
  const found = await Promise.allSettled([names.resolve4(host), names.resolve6(host)])
  const [v4 = [], v6 = []] = found.map((each) => (each.status === 'fulfilled' ? each.value : []))
  for (const address of [...v4, ...v6]) requirePublic(address)
  if (v4.length + v6.length === 0) throw new Error('The name has no address')
  return [
    ...v4.map((address) => ({ address, family: 4 as const })),
    ...v6.map((address) => ({ address, family: 6 as const })),
  ]
}

/** `lookup` of a connection that fails when any of the name's addresses is not public. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolvePublic(hostname).then(
    (addresses) => {
      const fitting = addresses.filter(({ family }) => !options.family || options.family === family)
      const [first] = fitting
      if (options.all || first === undefined) return callback(null, fitting)
      callback(null, first.address, first.family)
    },
    (error: NodeJS.ErrnoException) => callback(error, []),
  )
}
