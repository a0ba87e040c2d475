import { fill, folderFor, tlsFor, writeFor } from './files.mjs'
import { addressOf, bridge, databases, users } from './hosts.mjs'
import { start } from './programs.mjs'
import { at } from './state.mjs'

/** Starts etcd and Patroni on a database host. */
export function startDatabase(host, { passwords }) {
  const address = addressOf(host)
  folderFor('postgres', at(host), 0o755)
  const cluster = databases.map((each) => `${each}=http://${addressOf(each)}:2380`).join(',')
  const etcd = {
    HOST: host,
    ADDRESS: address,
    CLUSTER: cluster,
    DATA_DIR: folderFor(users.etcd, at(host, 'etcd')),
  }
  const lines = fill('etcd.env', etcd)
    .split('\n')
    .filter((line) => /^ETCD_/.test(line))
  const env = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  start({ host, program: 'etcd', command: ['etcd'], user: users.etcd, env })
  const path = at(host, 'patroni.yaml')
  writeFor(
    'postgres',
    path,
    fill('patroni.yaml', {
      HOST: host,
      ADDRESS: address,
      ETCD_HOSTS: databases.map((each) => `${addressOf(each)}:2379`).join(','),
      SHARED_BUFFERS: '32MB',
      DATA_DIR: at(host, 'data'),
      SOCKET_DIR: folderFor('postgres', at(host, 'run')),
      TLS_DIR: tlsFor('postgres', host),
      POSTGRES_PASSWORD: passwords.postgres,
      REPLICATION_PASSWORD: passwords.replicator,
      NETWORK: bridge.network,
      WATCHDOG: "'off'",
    }),
  )
  start({ host, program: 'patroni', command: ['patroni', path], user: 'postgres' })
}
