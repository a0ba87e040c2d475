import { createServer } from 'node:net'
import { StartError } from './start-error.js'

/** The listeners in the order of their ports. */
const names = [
  'auth',
  'dashboard',
  'demo',
  'evm',
  'solana',
  'solanaSocket',
  'smtp',
  'postgres',
  'sms',
  'telegram',
  'farcaster',
  'relay',
  'oauth',
  'captcha',
  'bitcoin',
  'smartWallets',
  'bundler',
  'secondDemo',
] as const
export type Ports = Record<(typeof names)[number], number>

const highest = 65_535 - names.length

/**
 * Assigns ports from `base` upwards (`SALLYPORT_PORT_BASE`, default 4400).
 *
 * @throws StartError when `base` is not a number or leaves too little room.
 */
export function portsFrom(base: string | undefined): Ports {
  const first = base === undefined || base === '' ? 4400 : Number(base)
  if (!Number.isInteger(first) || first < 1024 || first > highest)
    throw new StartError(`Set SALLYPORT_PORT_BASE to a whole number from 1024 to ${highest}.`)
  // One entry for each of `names`.
  return Object.fromEntries(names.map((name, index) => [name, first + index])) as Ports
}

/** Checks that each port is free. @throws StartError that names the first port in use. */
export async function checkPorts(ports: Ports): Promise<void> {
  for (const [name, port] of Object.entries(ports)) {
    const problem = await tryPort(port)
    if (problem)
      throw new StartError(
        `Port ${port} (${name}) is ${problem}: stop what uses it, or start with SALLYPORT_PORT_BASE=${otherPortBase(ports)}.`,
      )
  }
}

function otherPortBase(ports: Ports): number {
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
