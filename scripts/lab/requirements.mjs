import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Programs of the lab, and the Debian packages that have them. */
const programs = {
  ip: ['iproute2', ['/usr/sbin/ip', '/sbin/ip', '/usr/bin/ip']],
  setpriv: ['util-linux', ['/usr/bin/setpriv']],
  openssl: ['openssl', ['/usr/bin/openssl']],
  postgres: ['postgresql-15', ['/usr/lib/postgresql/15/bin/postgres']],
  patroni: ['patroni', ['/usr/bin/patroni']],
  etcd: ['etcd-server', ['/usr/bin/etcd']],
  haproxy: ['haproxy', ['/usr/sbin/haproxy']],
  pgbouncer: ['pgbouncer', ['/usr/sbin/pgbouncer']],
}

/**
 * The sentence that says what the lab lacks here; undefined when nothing is missing.
 *
 * @param {{ platform: string, uid?: number | undefined, has: (path: string) => boolean, mayMakeNamespaces: () => boolean }} machine
 */
export function missingParts(machine = thisMachine) {
  if (machine.platform !== 'linux') return 'The lab needs Linux: its hosts are network namespaces.'
  if (machine.uid !== 0) return 'The lab needs root: it makes network namespaces. Run it with sudo.'
  const packages = Object.values(programs)
    .filter(([, paths]) => !paths.some((path) => machine.has(path)))
    .map(([name]) => name)
  if (packages.length > 0)
    return `The lab needs programs of Debian: run apt-get install ${packages.join(' ')}.`
  if (!machine.mayMakeNamespaces())
    return 'The lab may not make network namespaces here (ip netns add is refused): run it outside of a container, or in one with CAP_SYS_ADMIN and CAP_NET_ADMIN.'
  return undefined
}

const thisMachine = {
  platform: process.platform,
  uid: process.getuid?.(),
  has: existsSync,
  mayMakeNamespaces: () => {
    const made = spawnSync('ip', ['netns', 'add', 'sp-probe']).status === 0
    if (made) spawnSync('ip', ['netns', 'del', 'sp-probe'])
    return made
  },
}
