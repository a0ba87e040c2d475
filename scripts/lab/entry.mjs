import { fill, folderFor, tlsFor, writeFor } from './files.mjs'
import { addressOf, databases, entries, mostApis, users } from './hosts.mjs'
import { start } from './programs.mjs'
import { at } from './state.mjs'

/** Starts HAProxy and PgBouncer on an entry host. APIs that are not there are down until they are. */
export function startEntry(host, { passwords }) {
  const address = addressOf(host)
  folderFor(users.entry, at(host), 0o755)
  const server = (name, port, rest = '') =>
    `  server ${name} ${addressOf(name)}:${port} check ${rest}`.trimEnd()
  const numbered = (kind, count) => Array.from({ length: count }, (_, n) => `${kind}${n + 1}`)
  const tls = tlsFor(users.entry, host)
  const config = at(host, 'haproxy.cfg')
  writeFor(
    users.entry,
    config,
    fill('haproxy.cfg', {
      ADDRESS: address,
      RUN_DIR: folderFor(users.entry, at(host, 'run')),
      TLS_DIR: tls,
      POSTGRES_SERVERS: databases.map((each) => server(each, 5432)).join('\n'),
      API_SERVERS: numbered('api', mostApis)
        .map((each) => server(each, 4400))
        .join('\n'),
      PAGES_SERVERS: numbered('pages', 2)
        .map((each) => server(each, 4410))
        .join('\n'),
    }),
  )
  const list = at(host, 'users.txt')
  const roles = ['api', 'vault', 'signer'].map((role) => `"sallyport_${role}" "${passwords[role]}"`)
  writeFor(users.entry, list, `${roles.join('\n')}\n`)
  const pooler = at(host, 'pgbouncer.ini')
  writeFor(
    users.entry,
    pooler,
    fill('pgbouncer.ini', {
      ADDRESS: address,
      API_POOL: '20',
      KEY_POOL: '8',
      USERS_FILE: list,
      TLS_DIR: tls,
    }),
  )
  start({ host, program: 'haproxy', command: ['haproxy', '-db', '-f', config], user: users.entry })
  start({ host, program: 'pgbouncer', command: ['pgbouncer', pooler], user: users.entry })
}

/** The database's URL for a program on a host. */
export function poolerUrl(role, entry, { passwords }) {
  return `postgres://sallyport_${role}:${passwords[role]}@${addressOf(entry)}:6432/sallyport_${role}?sslmode=verify-full&sslrootcert=${at('ca.pem')}`
}

/** The URL past PgBouncer, for roles, migrations and commands of operators. */
export function directUrl(role, { passwords }) {
  const name = role === 'postgres' ? role : `sallyport_${role}`
  return `postgres://${name}:${passwords[role]}@${addressOf(entries[0])}:5432/sallyport?sslmode=verify-full&sslrootcert=${at('ca.pem')}`
}
