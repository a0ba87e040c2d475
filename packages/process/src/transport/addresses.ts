import type { Setting } from '../settings.js'

/** Where a program that holds keys is reached over TLS. */
export interface TlsAddress {
  kind: 'tls'
  host: string
  port: number
}

/** Where a program that holds keys is reached. */
export type Address = { kind: 'unix'; path: string } | TlsAddress

/**
 * Reads addresses, separated by commas: `/run/vault.sock`, `unix:/run/vault.sock`, `tls:vault-1.internal:4430`, `tls:[fd00::1]:4430`.
 *
 * @throws TypeError for a `tls:` address without a host or a port.
 */
export function readAddresses(text: string): readonly Address[] {
  return text.split(',').map((each) => readAddress(each.trim()))
}

function readAddress(text: string): Address {
  if (text.startsWith('unix:')) return { kind: 'unix', path: text.slice('unix:'.length) }
  if (!text.startsWith('tls:')) return { kind: 'unix', path: text }
  const [, bracketed, plain, digits] =
    /^tls:(?:\[([\da-f:.]+)\]|([^\s:/[\]]+)):(\d{1,5})$/i.exec(text) ?? []
  const host = bracketed ?? plain
  const port = Number(digits)
  if (host === undefined || port < 1 || port > 65_535)
    throw new TypeError('An address is missing its host or its port')
  return { kind: 'tls', host, port }
}

/** The paths of the Unix sockets among addresses. */
export function socketPathsOf(addresses: readonly Address[]): string[] {
  return addresses.flatMap((each) => (each.kind === 'unix' ? [each.path] : []))
}

/** Why a program lacks the certificates that its addresses need; undefined when it does not. @param setting  of their folder. */
export function uncertifiedProblem(
  setting: string,
  { folder, addresses }: { folder: string | undefined; addresses: readonly (string | undefined)[] },
): string | undefined {
  if (folder !== undefined) return undefined
  const all = addresses.flatMap((each) => (each === undefined ? [] : readAddresses(each)))
  if (all.every(({ kind }) => kind === 'unix')) return undefined
  return `${setting} is missing: addresses with tls: need the folder of this program’s certificates.`
}

type About = Pick<Setting<unknown>, 'meaning' | 'purpose' | 'fallback'>

/** Addresses of one program, as text that `readAddresses` accepts. */
export function addresses(about: About): Setting<string> {
  return {
    ...about,
    read: (written, name) => {
      if (isReadable(written)) return { value: written }
      return {
        problem: `${name} must be paths of Unix sockets or addresses such as tls:vault-1.internal:4430, with commas between them.`,
      }
    },
  }
}

/** The same, or nothing. */
export function optionalAddresses(about: Pick<About, 'meaning'>): Setting<string | undefined> {
  const { read } = addresses(about)
  return {
    ...about,
    fallback: '',
    read: (written, name) => (written === '' ? { value: undefined } : read(written, name)),
  }
}

/** Addresses that a program listens on over TLS; none by default. */
export function listenAddresses(about: Pick<About, 'meaning'>): Setting<readonly TlsAddress[]> {
  return {
    ...about,
    fallback: '',
    read: (written, name) => {
      if (written === '') return { value: [] }
      const read = isReadable(written) ? readAddresses(written) : []
      const found = read.filter((each) => each.kind === 'tls')
      if (found.length > 0 && found.length === read.length) return { value: found }
      return {
        problem: `${name} must be addresses such as tls:10.0.0.7:4430, with commas between them.`,
      }
    },
  }
}

function isReadable(text: string): boolean {
  try {
    return readAddresses(text).length > 0
  } catch {
    return false
  }
}
