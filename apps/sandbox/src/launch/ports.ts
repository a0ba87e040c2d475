import { createServer } from 'node:net'
import { Sentence } from './sentence.js'

/** What listens, in the order of the ports. */
const names = [
  'auth',
  'dashboard',
  'demo',
  'evm',
  'solana',
  'solanaSocket',
  'smtp',
  'postgres',
] as const
export type Ports = Record<(typeof names)[number], number>

const highest = 65_535 - names.length

/**
 * The ports counted up from `base` (`SALLYPORT_PORT_BASE`; 4400 when it is not set).
 *
 * @throws Sentence when `base` is no number that leaves room for all.
 */
export function portsFrom(base: string | undefined): Ports {
  const first = base === undefined || base === '' ? 4400 : Number(base)
  if (!Number.isInteger(first) || first < 1024 || first > highest)
    throw new Sentence(`Set SALLYPORT_PORT_BASE to a whole number from 1024 to ${highest}.`)
  // One entry per name of the list it maps over.
  return Object.fromEntries(names.map((name, index) => [name, first + index])) as Ports
}

/** @throws Sentence naming the first port that something else listens on. */
export async function checkPorts(ports: Ports): Promise<void> {
  for (const [name, port] of Object.entries(ports)) {
    const problem = await tryPort(port)
    if (problem)
      throw new Sentence(
        `Port ${port} (${name}) is ${problem}: stop what uses it, or start with SALLYPORT_PORT_BASE=${elsewhere(ports)}.`,
      )
  }
}

function elsewhere(ports: Ports): number {
  return ports.auth + 1000 > highest ? 4400 : ports.auth + 1000
}

function tryPort(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'EADDRINUSE' ? 'taken' : `not available (${error.code})`),
    )
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(undefined)))
  })
}
