import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { asUser, canSwitchUser, freePort } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFrameFiles } from './frame-files.js'
import { releaseManifest, signRelease } from './release.js'

/* The built program (npm test builds first) beside a thief who is the API's user. Only root can start both. */

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url))

/** What a thief with the id of a user can do to the process `pid` and the folder of its files: `open`, or the refusal. */
const thief = `
const { openSync, readFileSync, readdirSync, writeFileSync, unlinkSync } = require('node:fs')
const [pid, folder] = process.argv.slice(1)
const attempt = (act) => { try { act(); return 'open' } catch (error) { return error.code } }
console.log(JSON.stringify({
  environment: attempt(() => readFileSync('/proc/' + pid + '/environ')),
  memory: attempt(() => openSync('/proc/' + pid + '/mem', 'r+')),
  descriptors: attempt(() => readdirSync('/proc/' + pid + '/fd')),
  debugger: attempt(() => process.kill(Number(pid), 'SIGUSR1')),
  end: attempt(() => process.kill(Number(pid), 'SIGKILL')),
  page: attempt(() => writeFileSync(folder + '/index.html', 'x')),
  script: attempt(() => writeFileSync(folder + '/main-abcdefgh.js', 'x')),
  signature: attempt(() => unlinkSync(folder + '/release.sig')),
}))
`

describe.skipIf(!canSwitchUser)('the pages and the API as two users (needs root)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pages-users-'))
  const script = join(folder, 'main-abcdefgh.js')
  const children: ChildProcess[] = []
  let env: Record<string, string>

  beforeAll(async () => {
    chmodSync(folder, 0o755)
    writeFileSync(join(folder, 'index.html'), '<head></head>')
    writeFileSync(script, 'export {}\n')
    const { privateKey } = generateKeyPairSync('ed25519')
    const manifest = releaseManifest(readFrameFiles(folder))
    const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const { signature, publicKey } = signRelease(manifest, pem)
    writeFileSync(join(folder, 'release.txt'), manifest)
    writeFileSync(join(folder, 'release.sig'), signature)
    env = {
      SALLYPORT_PUBLIC_URL: 'https://auth.example.com',
      SALLYPORT_PAGES_PORT: String(await freePort()),
      SALLYPORT_PAGES_RELEASE_KEY: publicKey,
      SALLYPORT_FRAME_DIR: folder,
      SALLYPORT_VAULT_SOCKET: join(folder, 'vault.sock'),
    }
  })
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  })

  function start(given: Record<string, string> = {}, user: object = asUser('pages')) {
    const child = spawn(process.execPath, [main], {
      env: { PATH: process.env.PATH, ...env, ...given },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...user,
    })
    children.push(child)
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    return { child, output: () => output }
  }

  function steal({ pid }: ChildProcess, user: object): unknown {
    const args = ['-e', thief, String(pid), folder]
    return JSON.parse(execFileSync(process.execPath, args, { ...user, encoding: 'utf8' }))
  }

  test('P7, T-02: the API’s user changes neither the process nor its files, and files that are changed later are not served', async () => {
    const { child, output } = start()
    await expect.poll(output, { timeout: 60_000 }).toContain('is listening')
    expect(steal(child, asUser('api'))).toEqual({
      environment: 'EACCES',
      memory: 'EACCES',
      descriptors: 'EACCES',
      debugger: 'EPERM',
      end: 'EPERM',
      page: 'EACCES',
      script: 'EACCES',
      signature: 'EACCES',
    })
    writeFileSync(script, 'steal()\n')
    const served = await fetch(
      `http://127.0.0.1:${env.SALLYPORT_PAGES_PORT}/frame/main-abcdefgh.js`,
    )
    expect(await served.text()).toBe('export {}\n')

    child.kill('SIGUSR1')
    expect((await fetch(`http://127.0.0.1:${env.SALLYPORT_PAGES_PORT}/healthz`)).status).toBe(200)
    expect(output()).not.toContain('Debugger')
    child.kill('SIGTERM')
    expect((await once(child, 'exit'))[0]).toBe(0)

    const again = start()
    expect((await once(again.child, 'close'))[0]).toBe(1)
    expect(again.output()).toContain('main-abcdefgh.js is not the file that was released')
    writeFileSync(script, 'export {}\n')
  }, 120_000)

  test('the same thief as the user of the pages gets the process, and still none of its files', async () => {
    const { child, output } = start()
    await expect.poll(output, { timeout: 60_000 }).toContain('is listening')
    expect(steal(child, asUser('pages'))).toMatchObject({
      environment: 'open',
      descriptors: 'open',
      debugger: 'open',
      end: 'open',
      page: 'EACCES',
      script: 'EACCES',
      signature: 'EACCES',
    })
  })

  test.each([
    ['as root', {}, {}, 'runs as root'],
    ['with options of Node', { NODE_OPTIONS: '--no-warnings' }, asUser('pages'), 'NODE_OPTIONS'],
    ['over plain http', { SALLYPORT_PUBLIC_URL: 'http://a.b' }, asUser('pages'), 'must be https'],
    ['without a release key', { SALLYPORT_PAGES_RELEASE_KEY: '' }, asUser('pages'), 'is missing'],
  ])('T-03: error: the pages do not start %s', async (_name, given, user, reason) => {
    const { child, output } = start(given, user)
    expect((await once(child, 'close'))[0]).toBe(1)
    expect(output()).toContain(reason)
  })
})
