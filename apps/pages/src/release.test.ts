import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readPagesConfig } from './config.js'
import { readFrameFiles } from './frame-files.js'
import { readRelease } from './read-release.js'
import { releaseManifest } from './release.js'

/* The built command (npm test builds first) signs, as npm run build:production does. */
const command = fileURLToPath(new URL('../dist/sign-release.js', import.meta.url))
const base = mkdtempSync(join(tmpdir(), 'release-'))
const folder = join(base, 'frame')
const keyFile = join(base, 'release.key')
afterAll(() => rmSync(base, { recursive: true }))

const pem = (type: 'ed25519' | 'rsa') =>
  (type === 'rsa'
    ? generateKeyPairSync('rsa', { modulusLength: 2048 })
    : generateKeyPairSync('ed25519')
  ).privateKey.export({ type: 'pkcs8', format: 'pem' })
writeFileSync(keyFile, pem('ed25519'), { mode: 0o400 })

function sign(key = keyFile): Uint8Array {
  const env = { PATH: process.env.PATH, SALLYPORT_RELEASE_KEY_FILE: key }
  const output = execFileSync(process.execPath, [command, folder], {
    env,
    encoding: 'utf8',
    stdio: 'pipe',
  })
  return Buffer.from(/^SALLYPORT_PAGES_RELEASE_KEY=(\S+)$/m.exec(output)?.[1] ?? '', 'base64')
}
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

const one = (publicKey: Uint8Array) => ({ keys: [publicKey], needed: 1 })

let publicKey: Uint8Array
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<head></head>')
  writeFileSync(join(folder, 'assets/main-abcdefgh.js'), 'export {}\n')
  publicKey = sign()
})

describe('P7, T-02: a release of the frame', () => {
  test('is read when the release key has signed exactly these files', () => {
    expect([...readRelease(folder, one(publicKey)).keys()]).toEqual([
      'assets/main-abcdefgh.js',
      'index.html',
    ])
  })

  test('has one manifest and one signature for the same files, wherever they lie', () => {
    const before = [read('release.txt'), read('release.sig')]
    cpSync(folder, join(base, 'again'), { recursive: true })
    const files = readFrameFiles(join(base, 'again'))
    sign()
    expect([read('release.txt'), read('release.sig')]).toEqual(before)
    expect(releaseManifest(new Map([...files].reverse()))).toBe(before[0])
    expect(before[0]).toMatch(
      /^[0-9a-f]{64} 10 assets\/main-abcdefgh.js\n[0-9a-f]{64} 13 index.html\n$/,
    )
  })

  test.each([
    [
      'a changed script',
      () => writeFileSync(join(folder, 'assets/main-abcdefgh.js'), 'steal()\n'),
      'assets/main-abcdefgh.js is not',
    ],
    [
      'a changed page',
      () => writeFileSync(join(folder, 'index.html'), '<script>'),
      'index.html is not',
    ],
    ['a further file', () => writeFileSync(join(folder, 'assets/x.js'), ''), 'assets/x.js is not'],
    [
      'a file that is gone',
      () => rmSync(join(folder, 'assets/main-abcdefgh.js')),
      'assets/main-abcdefgh.js is not',
    ],
    ['no page', () => rmSync(join(folder, 'index.html')), 'has no built frame'],
    ['no manifest', () => rmSync(join(folder, 'release.txt')), 'is not signed'],
    ['no signature', () => rmSync(join(folder, 'release.sig')), 'is not signed'],
    [
      'a signature that is none',
      () => writeFileSync(join(folder, 'release.sig'), 'AAAA'),
      'another key',
    ],
  ])('error: %s is refused', (_name, change, reason) => {
    change()
    expect(() => readRelease(folder, one(publicKey))).toThrow(reason)
  })

  test('error: a changed script with its own manifest, signed by another key, is refused', () => {
    const other = join(base, 'other.key')
    writeFileSync(other, pem('ed25519'), { mode: 0o600 })
    writeFileSync(join(folder, 'assets/main-abcdefgh.js'), 'steal()\n')
    sign(other)
    expect(() => readRelease(folder, one(publicKey))).toThrow('signed with another key')
  })

  describe('SUP-06: two of three keys have to sign', () => {
    const signWith = (name: string): Uint8Array => {
      const key = join(base, `${name}.key`)
      writeFileSync(key, pem('ed25519'), { mode: 0o600 })
      return sign(key)
    }
    const lines = () => read('release.sig')

    test('is read with the signatures of two, each made from a build of its own', () => {
      const [first, ofFirst] = [signWith('one'), lines()]
      const [second, ofSecond] = [signWith('two'), lines()]
      writeFileSync(join(folder, 'release.sig'), ofFirst + ofSecond)
      const approval = { keys: [publicKey, first, second], needed: 2 }
      expect(readRelease(folder, approval).size).toBe(2)
    })

    test('error: one signature is refused, also twice, and beside one of another key', () => {
      const first = signWith('one')
      const ofFirst = lines()
      const approval = { keys: [publicKey, first], needed: 2 }
      expect(() => readRelease(folder, approval)).toThrow('signed with 1 of the keys')
      writeFileSync(join(folder, 'release.sig'), ofFirst + ofFirst)
      expect(() => readRelease(folder, approval)).toThrow('signed with 1 of the keys')
      signWith('stranger')
      writeFileSync(join(folder, 'release.sig'), ofFirst + lines())
      expect(() => readRelease(folder, approval)).toThrow('and 2 have to sign it')
    })

    test('error: the second signature is of other files', () => {
      const first = signWith('one')
      const ofFirst = lines()
      writeFileSync(join(folder, 'assets/main-abcdefgh.js'), 'steal()\n')
      const second = signWith('two')
      writeFileSync(join(folder, 'release.sig'), ofFirst + lines())
      const approval = { keys: [first, second], needed: 2 }
      expect(() => readRelease(folder, approval)).toThrow('signed with 1 of the keys')
    })

    test.each([
      ['more signatures than keys', { keys: 1, needed: '2' }, 'at most the number of keys'],
      ['no signature', { keys: 1, needed: '0' }, 'must be at least 1'],
      ['one key twice', { keys: 2, needed: '2' }, 'names a key twice'],
    ])('error: the settings ask for %s', (_name, { keys, needed }, problem) => {
      const key = Buffer.from(publicKey).toString('base64')
      const env = {
        SALLYPORT_PUBLIC_URL: 'https://auth.example.com',
        SALLYPORT_FRAME_DIR: folder,
        SALLYPORT_VAULT_SOCKET: join(base, 'vault.sock'),
        SALLYPORT_PAGES_RELEASE_KEY: Array(keys).fill(key).join(),
        SALLYPORT_PAGES_RELEASE_SIGNATURES: needed,
      }
      expect(() => readPagesConfig(env)).toThrow(problem)
    })
  })

  test('error: a key of another kind and a key that others can read sign nothing', () => {
    const rsa = join(base, 'rsa.key')
    writeFileSync(rsa, pem('rsa'), { mode: 0o400 })
    expect(() => sign(rsa)).toThrow('not an Ed25519 key')
    const open = join(base, 'open.key')
    writeFileSync(open, pem('ed25519'), { mode: 0o644 })
    expect(() => sign(open)).toThrow('other users can read')
  })
})
