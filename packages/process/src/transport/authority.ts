import { execFile } from 'node:child_process'
import { randomBytes, X509Certificate } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { authoritiesIn, isIssuedBy } from './certificates.js'
import { roleName, type TransportRole } from './peers.js'

const authorityDays = 3_650
const dayMs = 86_400_000
/** Below the folder of the authority: a folder of three files for each certificate that was issued. */
const hostsFolder = 'hosts'

/** A certificate that was issued. */
interface IssuedCertificate {
  name: string
  /** Its folder, which is copied to its host. */
  folder: string
  validTo: string
}

/** What `checkTransport` finds. */
interface TransportReport {
  authorities: { name: string; validTo: string }[]
  certificates: (IssuedCertificate & { isOfNewestAuthority: boolean })[]
  /** One sentence each. */
  problems: string[]
}

/** Makes an authority in a new folder: `ca.pem` and `ca-key.pem`, which stays off the servers. */
export async function initTransport(folder: string): Promise<{ authority: string }> {
  if (existsSync(join(folder, 'ca.pem'))) throw new Error(`${folder} has an authority already.`)
  mkdirSync(join(folder, hostsFolder), { recursive: true, mode: 0o700 })
  return { authority: await makeAuthority(folder, '') }
}

/**
 * Issues a certificate by the newest authority; one that was issued before with the same name is replaced and stays valid until its end.
 *
 * @param certificate.hosts  Names and addresses that the host is dialled by; the first one names its folder.
 */
export async function issueCertificate(
  folder: string,
  {
    roles,
    hosts,
    days,
  }: { roles: readonly TransportRole[]; hosts: readonly string[]; days: number },
): Promise<IssuedCertificate> {
  const [host] = hosts
  if (host === undefined || roles.length === 0 || !hosts.every(isHost))
    throw new Error('A certificate needs a role and the names or addresses of its host.')
  const name = `${roles.join('-')}-${host}`
  const target = join(folder, hostsFolder, name)
  const fresh = `${target}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true, mode: 0o700 })
  const names = [...roles.map(roleName), ...hosts].map(
    (each) => `${isIP(each) ? 'IP' : 'DNS'}:${each}`,
  )
  const uses = [
    ...(roles.some((role) => role === 'vault' || role === 'signer') ? ['serverAuth'] : []),
    ...(roles.some((role) => role === 'api' || role === 'pages') ? ['clientAuth'] : []),
  ]
  const extensions = [
    'basicConstraints = critical,CA:FALSE',
    'keyUsage = critical,digitalSignature',
    `extendedKeyUsage = ${uses.join(',')}`,
    `subjectAltName = ${names.join(',')}`,
  ]
  writeFileSync(join(fresh, 'config'), configOf(name, extensions))
  const request = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-config',
    'config',
  ]
  await openssl(fresh, ['req', '-new', ...request, '-keyout', 'key.pem', '-out', 'request.pem'])
  writeFileSync(join(fresh, 'newest.pem'), newestAuthority(folder))
  const signing = [
    '-CA',
    'newest.pem',
    '-CAkey',
    '../../ca-key.pem',
    '-set_serial',
    `0x${randomBytes(16).toString('hex')}`,
  ]
  const extending = ['-extfile', 'config', '-extensions', 'extensions', '-days', String(days)]
  await openssl(fresh, [
    'x509',
    '-req',
    '-in',
    'request.pem',
    ...signing,
    ...extending,
    '-out',
    'cert.pem',
  ])
  for (const each of ['config', 'request.pem', 'newest.pem']) rmSync(join(fresh, each))
  chmodSync(join(fresh, 'key.pem'), 0o600)
  writeFileSync(join(fresh, 'ca.pem'), readFileSync(join(folder, 'ca.pem')))
  rmSync(target, { recursive: true, force: true })
  renameSync(fresh, target)
  return { name, folder: target, validTo: certificateIn(target).validTo }
}

/**
 * Makes a new authority beside the present one. Both are accepted from now on, by every program that gets the new `ca.pem`; new certificates
 * are issued by the new one. `finishRotation` ends the earlier one.
 */
export async function rotateAuthority(folder: string): Promise<{ authority: string }> {
  const before = readFileSync(join(folder, 'ca.pem'), 'utf8')
  if (authoritiesIn(before).length > 1)
    throw new Error(
      'A rotation has begun already: issue the certificates again, then finish it with --finish.',
    )
  const authority = await makeAuthority(folder, before)
  copyAuthorities(folder)
  return { authority }
}

/** Ends the earlier authority of a rotation. @throws Error that names the certificates which still come from it. */
export function finishRotation(folder: string): { ended: number } {
  const [newest, ...earlier] = authoritiesIn(readFileSync(join(folder, 'ca.pem'), 'utf8'))
  if (newest === undefined || earlier.length === 0) throw new Error('No rotation has begun.')
  const late = issuedIn(folder).filter(({ certificate }) => !isIssuedBy(certificate, newest))
  if (late.length > 0)
    throw new Error(
      `Issue these certificates again first: ${late.map(({ name }) => name).join(', ')}.`,
    )
  writeFileSync(join(folder, 'ca.pem'), newest.toString())
  copyAuthorities(folder)
  return { ended: earlier.length }
}

/** Lists authorities and certificates, and what is wrong with them or ends within `withinDays`. */
export function checkTransport(
  folder: string,
  { nowMs, withinDays }: { nowMs: number; withinDays: number },
): TransportReport {
  const authorities = authoritiesIn(readFileSync(join(folder, 'ca.pem'), 'utf8'))
  const problems: string[] = []
  const judgeEnd = (name: string, { validTo }: X509Certificate) => {
    const leftDays = (Date.parse(validTo) - nowMs) / dayMs
    if (leftDays <= 0) problems.push(`${name} has ended.`)
    else if (leftDays < withinDays)
      problems.push(`${name} ends in ${Math.ceil(leftDays)} days: ${validTo}.`)
  }
  for (const each of authorities) judgeEnd(nameOf(each), each)
  const certificates = issuedIn(folder).map(({ name, folder: at, certificate }) => {
    judgeEnd(name, certificate)
    if (!authorities.some((each) => isIssuedBy(certificate, each)))
      problems.push(`${name} comes from an authority that has ended: issue it again.`)
    const [newest] = authorities
    const isOfNewestAuthority = newest !== undefined && isIssuedBy(certificate, newest)
    return { name, folder: at, validTo: certificate.validTo, isOfNewestAuthority }
  })
  if (authorities.length > 1)
    problems.push(
      'A rotation has begun: issue the certificates again, copy them, and finish it with --finish.',
    )
  return {
    authorities: authorities.map((each) => ({ name: nameOf(each), validTo: each.validTo })),
    certificates,
    problems,
  }
}

async function makeAuthority(folder: string, earlier: string): Promise<string> {
  const name = `Sallyport transport ${randomBytes(4).toString('hex')}`
  const extensions = [
    'basicConstraints = critical,CA:TRUE,pathlen:0',
    'keyUsage = critical,keyCertSign',
    'subjectKeyIdentifier = hash',
  ]
  writeFileSync(join(folder, 'config'), configOf(name, extensions))
  const key = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    'ca-key.new',
  ]
  const own = ['-config', 'config', '-extensions', 'extensions', '-days', String(authorityDays)]
  await openssl(folder, ['req', '-x509', ...key, ...own, '-out', 'ca.new'])
  const made = readFileSync(join(folder, 'ca.new'), 'utf8')
  chmodSync(join(folder, 'ca-key.new'), 0o600)
  writeFileSync(join(folder, 'ca.pem'), `${made}${earlier}`)
  renameSync(join(folder, 'ca-key.new'), join(folder, 'ca-key.pem'))
  for (const each of ['config', 'ca.new']) rmSync(join(folder, each))
  return name
}

function configOf(name: string, extensions: readonly string[]): string {
  return `[req]\nprompt = no\ndistinguished_name = name\n[name]\nCN = ${name.slice(0, 64)}\n[extensions]\n${extensions.join('\n')}\n`
}

async function openssl(cwd: string, args: readonly string[]): Promise<void> {
  try {
    await promisify(execFile)('openssl', args, { cwd })
  } catch (cause) {
    throw new Error('openssl could not make the certificate: is it installed?', { cause })
  }
}

function newestAuthority(folder: string): string {
  const [newest] = authoritiesIn(readFileSync(join(folder, 'ca.pem'), 'utf8'))
  if (newest === undefined)
    throw new Error(`${folder} has no authority: run npm run keys -- transport init.`)
  return newest.toString()
}

function copyAuthorities(folder: string): void {
  const authorities = readFileSync(join(folder, 'ca.pem'))
  for (const { folder: at } of issuedIn(folder)) writeFileSync(join(at, 'ca.pem'), authorities)
}

function issuedIn(folder: string) {
  const hosts = join(folder, hostsFolder)
  return readdirSync(hosts)
    .filter((name) => existsSync(join(hosts, name, 'cert.pem')))
    .map((name) => ({
      name,
      folder: join(hosts, name),
      certificate: certificateIn(join(hosts, name)),
    }))
}

function certificateIn(folder: string): X509Certificate {
  return new X509Certificate(readFileSync(join(folder, 'cert.pem')))
}

function nameOf({ subject }: X509Certificate): string {
  return subject.replace(/^CN=/, '')
}

function isHost(text: string): boolean {
  const isLabel = (label: string) => /^[a-z\d-]{1,63}$/i.test(label) && !/^-|-$/.test(label)
  return isIP(text) !== 0 || text.split('.').every(isLabel)
}
