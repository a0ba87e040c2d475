import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Server } from 'node:tls'
import { connect as connectTls } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  checkTransport,
  finishRotation,
  initTransport,
  issueCertificate,
  rotateAuthority,
} from './authority.js'
import { openCertificates } from './certificates.js'
import { connectTo } from './connect.js'
import { listenOnTls } from './listen.js'
import type { PeerRefusal, TransportRole } from './peers.js'

const root = mkdtempSync(join(tmpdir(), 'transport-'))
const authority = join(root, 'ours')
const other = join(root, 'other')
const folders: Record<string, string> = {}
let server: Server | undefined
let refused: PeerRefusal[] = []
let served: TransportRole[] = []

beforeAll(async () => {
  for (const folder of [authority, other]) await initTransport(folder)
  const issue = async (
    name: string,
    role: TransportRole,
    { at = authority, hosts = ['localhost', '127.0.0.1'], days = 9 } = {},
  ) => {
    folders[name] = (
      await issueCertificate(at, { roles: [role], hosts: [`${name}.internal`, ...hosts], days })
    ).folder
  }
  await issue('api', 'api')
  await issue('pages', 'pages')
  await issue('vault', 'vault')
  await issue('signer', 'signer')
  await issue('elsewhere', 'vault', { hosts: ['10.0.0.9'] })
  await issue('stranger', 'api', { at: other })
  await issue('strange-vault', 'vault', { at: other })
  await issue('ended', 'api', { days: 0 })
  await issue('ended-vault', 'vault', { days: 0 })
})
afterAll(() => rmSync(root, { recursive: true, force: true }))
afterEach(() => {
  server?.close()
  server = undefined
  refused = []
  served = []
})

describe('listenOnTls', () => {
  test('serves an API by its certificate', async () => {
    const port = await listen('vault')
    expect(await ask(port, 'api')).toBe('api')
    expect([served, refused]).toEqual([['api'], []])
  })

  test('knows the pages from the API', async () => {
    const port = await listen('vault')
    expect(await ask(port, 'pages')).toBe('pages')
  })

  test.each([
    ['another authority', 'stranger', 'other_authority'],
    ['a certificate that has ended', 'ended', 'expired'],
    ['the certificate of a signer', 'signer', 'other_authority'],
  ])('error: refuses and counts a peer with %s', async (_name, peer, reason) => {
    const port = await listen('vault')
    const hostile = { port, host: '127.0.0.1', rejectUnauthorized: false }
    const files = openCertificates(folders[peer] ?? '', 'X').current()
    await expect(answerOf(connectTls({ ...files, ...hostile }))).rejects.toThrow()
    expect([served, refused]).toEqual([[], [reason]])
  })

  test('error: refuses a name that is not expected', async () => {
    const port = await listen('vault', { roles: ['pages'] })
    await expect(ask(port, 'api')).rejects.toThrow()
    expect(refused).toEqual(['wrong_name'])
  })

  test('error: refuses a peer without certificate', async () => {
    const port = await listen('vault')
    const ca = readFileSync(join(folders.api ?? '', 'ca.pem'))
    const socket = connectTls({ port, host: '127.0.0.1', ca, servername: 'vault.sallyport' })
    await expect(answerOf(socket)).rejects.toThrow()
    expect([served, refused]).toEqual([[], ['no_certificate']])
  })

  test('error: refuses TLS 1.2, and what is not TLS', async () => {
    const port = await listen('vault')
    const files = openCertificates(folders.api ?? '', 'X').current()
    const older = connectTls({
      ...files,
      port,
      host: '127.0.0.1',
      servername: 'vault.sallyport',
      maxVersion: 'TLSv1.2',
    })
    await expect(answerOf(older)).rejects.toThrow()
    const plain = connect(port, '127.0.0.1')
    await expect(answerOf(plain)).rejects.toThrow()
    expect(refused).toEqual(['handshake', 'handshake'])
  })

  test('a certificate ends while its holder is connected', async () => {
    let nowMs = Date.now()
    const valid: (() => boolean)[] = []
    const port = await listen('vault', {
      nowMs: () => nowMs,
      onServe: (isValid) => valid.push(isValid),
    })
    await ask(port, 'api')
    expect(valid[0]?.()).toBe(true)
    nowMs += 10 * 86_400_000
    expect(valid[0]?.()).toBe(false)
    await expect(ask(port, 'api')).rejects.toThrow()
    expect(refused).toEqual(['expired'])
  })
})

describe('connectTo', () => {
  test.each([
    ['of another authority', 'strange-vault'],
    ['that has ended', 'ended-vault'],
    ['of another role', 'signer'],
    ['of another host', 'elsewhere'],
    ['of a client', 'api'],
  ])('error: sends nothing to a program with a certificate %s', async (_name, name) => {
    const port = await listen(name)
    await expect(ask(port, 'api')).rejects.toThrow()
    expect(served).toEqual([])
  })
})

describe('openCertificates', () => {
  test('takes replaced files without a restart, and none that do not fit', () => {
    const folder = join(root, 'copy')
    cpSync(folders.vault ?? '', folder, { recursive: true })
    const certificates = openCertificates(folder, 'X')
    const before = certificates.current()
    expect(certificates.current()).toBe(before)

    cpSync(join(folders.signer ?? '', 'cert.pem'), join(folder, 'cert.pem'))
    expect(certificates.current()).toBe(before)
    cpSync(join(folders.signer ?? '', 'key.pem'), join(folder, 'key.pem'))
    utimesSync(join(folder, 'key.pem'), 1, 1)
    expect(certificates.current().cert).toBe(
      readFileSync(join(folders.signer ?? '', 'cert.pem'), 'utf8'),
    )
  })

  test('error: refuses a key that others can read, and a folder without certificates', () => {
    const folder = join(root, 'open')
    cpSync(folders.vault ?? '', folder, { recursive: true })
    chmodSync(join(folder, 'key.pem'), 0o644)
    expect(() => openCertificates(folder, 'X')).toThrow(
      'key.pem in the folder of X is open to other users',
    )
    expect(() => openCertificates(root, 'X')).toThrow('ca.pem is missing in the folder of X')
  })

  test('error: refuses a certificate of another authority', () => {
    const folder = join(root, 'mixed')
    cpSync(folders.vault ?? '', folder, { recursive: true })
    cpSync(join(folders.stranger ?? '', 'ca.pem'), join(folder, 'ca.pem'))
    expect(() => openCertificates(folder, 'X')).toThrow('was not issued by an authority of ca.pem')
  })
})

describe('rotateAuthority', () => {
  test('both authorities are accepted until the rotation is finished', async () => {
    const folder = join(root, 'rotated')
    await initTransport(folder)
    const issue = (role: TransportRole) =>
      issueCertificate(folder, { roles: [role], hosts: ['localhost', '127.0.0.1'], days: 90 })
    folders.rotatedVault = (await issue('vault')).folder
    folders.rotatedApi = (await issue('api')).folder
    await rotateAuthority(folder)
    expect(checkTransport(folder, { nowMs: Date.now(), withinDays: 21 }).problems).toEqual([
      expect.stringContaining('A rotation has begun'),
    ])
    expect(() => finishRotation(folder)).toThrow(
      'Issue these certificates again first: api-localhost, vault-localhost.',
    )

    // The API has its new certificate, the vault still the earlier one.
    await issue('api')
    expect(await ask(await listen('rotatedVault'), 'rotatedApi')).toBe('api')
    await issue('vault')
    expect(finishRotation(folder)).toEqual({ ended: 1 })
    server?.close()
    expect(await ask(await listen('rotatedVault'), 'rotatedApi')).toBe('api')
    expect(checkTransport(folder, { nowMs: Date.now(), withinDays: 21 }).problems).toEqual([])
  })

  test('says what ends soon, and what has ended', async () => {
    const { problems } = checkTransport(authority, { nowMs: Date.now() + 1_000, withinDays: 21 })
    expect(problems).toContainEqual(expect.stringMatching(/^api-api\.internal ends in 9 days/))
    expect(problems).toContain('api-ended.internal has ended.')
  })
})

async function listen(
  name: string,
  {
    roles = ['api', 'pages'] as TransportRole[],
    nowMs = Date.now,
    onServe = (_isValid: () => boolean) => {},
  } = {},
): Promise<number> {
  server = await listenOnTls(
    { host: '127.0.0.1', port: 0 },
    {
      certificates: openCertificates(folders[name] ?? '', 'X'),
      roles,
      nowMs,
      onRefused: (reason) => refused.push(reason),
      serve: (socket, { role, isValid }) => {
        served.push(role)
        onServe(isValid)
        socket.end(role)
      },
    },
  )
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

function ask(port: number, name: string): Promise<string> {
  const certificates = openCertificates(folders[name] ?? '', 'X')
  const address = { kind: 'tls', host: '127.0.0.1', port } as const
  return answerOf(connectTo(address, { role: 'vault', certificates }, () => {}))
}

function answerOf(socket: NodeJS.ReadWriteStream & { destroy(): void }): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += String(chunk)
    })
    socket.on('error', reject)
    socket.on('close', () => (text === '' ? reject(new Error('No answer')) : resolve(text)))
    socket.write('hello\n')
  })
}
