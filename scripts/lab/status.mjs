import { addressOf, databases, entries } from './hosts.mjs'
import { namespaces } from './network.mjs'
import { listPrograms } from './programs.mjs'
import { at, readState } from './state.mjs'
import { answers } from './wait.mjs'

/** The host whose Postgres takes writes. @throws Error while there is none. */
export async function readPrimary() {
  for (const host of databases) {
    const found = await answers(`http://${addressOf(host)}:8008/primary`).catch(() => undefined)
    if (found) return host
  }
  throw new Error('no Postgres is primary')
}

/** The host of the standby that commits wait for. @throws Error while there is none. */
export async function readSyncStandby() {
  for (const host of databases) {
    const found = await answers(`http://${addressOf(host)}:8008/synchronous`).catch(() => undefined)
    if (found) return host
  }
  throw new Error('no standby is synchronous')
}

/** What the lab consists of and what runs; `lines` is the same for people. */
export async function status() {
  const state = readState()
  const programs = listPrograms()
  const primary = await readPrimary().catch(() => null)
  const hosts = namespaces().map((namespace) => {
    const host = namespace.slice('sp-'.length)
    const own = programs.filter((each) => each.host === host)
    return {
      host,
      address: addressOf(host),
      programs: own.map(({ program, pid, isUp }) => ({ name: program, pid, up: isUp })),
    }
  })
  const found = {
    authUrl: `https://${addressOf(entries[0])}`,
    otherAuthUrls: entries.slice(1).map((each) => `https://${addressOf(each)}`),
    certificateAuthority: at('ca.pem'),
    appId: state.app?.appId,
    appSecret: state.app?.appSecret,
    inboxUrl: `http://${addressOf('mail1')}:8025/messages`,
    cpu: state.cpu,
    primary,
    hosts,
  }
  const lines = [
    `auth URL   ${found.authUrl}  (authority: ${found.certificateAuthority})`,
    `app        ${found.appId}  secret ${found.appSecret}`,
    `inbox      ${found.inboxUrl}`,
    `primary    ${primary ?? 'none'}`,
    ...hosts.map(
      ({ host, address, programs: own }) =>
        `${host.padEnd(10)} ${address.padEnd(12)} ${own.map(({ name, pid, up }) => `${name} ${up ? pid : 'down'}`).join(', ')}`,
    ),
  ]
  return { ...found, lines }
}
