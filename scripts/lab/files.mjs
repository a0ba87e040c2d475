import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addressOf, databases, entries } from './hosts.mjs'
import { at } from './state.mjs'

const deploy = fileURLToPath(new URL('../../deploy', import.meta.url))

/** A file of deploy/ with its placeholders replaced. @throws Error for one that is left over. */
export function fill(name, values) {
  const text = readFileSync(join(deploy, name), 'utf8').replace(
    /\{\{([A-Z_]+)\}\}/g,
    (whole, key) => {
      // The sentence at the top of the file, which explains the placeholders.
      if (key === 'NAME') return whole
      if (!Object.hasOwn(values, key))
        throw new Error(`deploy/${name} has {{${key}}}, which the lab does not know.`)
      return values[key]
    },
  )
  return text
}

/** Writes a file that one user alone can read. */
export function writeFor(user, path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode: 0o600 })
  if (typeof user === 'number') chownSync(path, user, user)
  else execFileSync('chown', [`${user}:${user}`, path])
}

/** Makes a folder that belongs to a user. */
export function folderFor(user, path, mode = 0o700) {
  mkdirSync(path, { recursive: true })
  execFileSync('chown', [`${user}:${user}`, path])
  chmodSync(path, mode)
  return path
}

/** A certificate of servers, for databases and entries, by an authority of its own. */
export function makeServerCertificates() {
  const tls = at('tls')
  mkdirSync(tls, { recursive: true })
  const names = [...databases, ...entries, 'mail1'].map((host) => `IP:${addressOf(host)}`).join(',')
  const run = (...args) => execFileSync('openssl', args, { cwd: tls, stdio: 'ignore' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  run(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'ca-key.pem',
    '-out',
    'ca.pem',
    '-days',
    '30',
    '-subj',
    '/CN=Sallyport lab',
  )
  run('req', '-new', ...key, '-keyout', 'key.pem', '-out', 'request.pem', '-subj', '/CN=lab')
  writeFileSync(join(tls, 'names'), `subjectAltName = ${names}\n`)
  run(
    'x509',
    '-req',
    '-in',
    'request.pem',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca-key.pem',
    '-CAcreateserial',
    '-days',
    '30',
    '-extfile',
    'names',
    '-out',
    'cert.pem',
  )
  writeFileSync(
    join(tls, 'both.pem'),
    readFileSync(join(tls, 'cert.pem'), 'utf8') + readFileSync(join(tls, 'key.pem'), 'utf8'),
  )
}

/** Gives a user a copy of the servers' certificate. */
export function tlsFor(user, host) {
  const own = folderFor(user, at(host, `tls-${user}`))
  for (const name of ['cert.pem', 'key.pem', 'both.pem', 'ca.pem'])
    writeFor(user, join(own, name), readFileSync(at('tls', name), 'utf8'))
  return own
}

/** Copies a file; the folders above are there. */
export function copyFor(user, from, to) {
  copyFileSync(from, to)
  execFileSync('chown', [`${user}:${user}`, to])
  chmodSync(to, 0o600)
}
