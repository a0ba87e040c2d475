import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const { version } = JSON.parse(readFileSync(join(root, 'packages/core/package.json'), 'utf8'))
const given = {
  AUTH_NAME: 'auth.harbour.example',
  MAIL_URL: 'smtps://a:b@mail.harbour.example:465',
  MAIL_FROM: 'login@harbour.example',
  VAULT_MAIL_URL: 'smtps://c:d@mail.harbour.example:465',
  VAULT_MAIL_FROM: 'wallet@harbour.example',
  APP_NAME: 'Harbour',
  APP_ORIGIN: 'https://harbour.example',
}
/** What changes the machine, played by programs that only say that they were called; `fails` names the one that fails. */
const played = [
  ...['apt-get', 'node', 'service', 'groupadd', 'useradd', 'usermod', 'npm', 'runuser', 'chown'],
  ...['systemctl', 'caddy', 'curl', 'sallyport-as'],
]

describe('install.sh', () => {
  let folder: string
  let script: string
  const at = (path: string) => join(folder, path)
  const readAt = (path: string) => readFileSync(at(path), 'utf8')

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'install-script-'))
    for (const each of ['bin', 'etc/caddy', 'opt', 'var/log', 'var/lib', 'usr'])
      mkdirSync(at(each), { recursive: true })
    const write = (name: string, text: string) => {
      writeFileSync(at(`bin/${name}`), `#!/bin/sh\n${text}\n`)
      chmodSync(at(`bin/${name}`), 0o755)
    }
    for (const name of played)
      write(
        name,
        `echo "${name} $*" >> ${at('calls')}
case "${name} $*" in "$(cat ${at('fails')})"*) echo "${name} failed" >&2; exit 1 ;; esac
case "$*" in *build:production*) echo SALLYPORT_PAGES_RELEASE_KEY=x ;; esac`,
      )
    write('id', '[ "$1" = -u ] && echo 0; exit 0')
    write('ss', `cat ${at('ports')}`)
    write(
      'git',
      `echo "git $*" >> ${at('calls')}; mkdir -p ${at('opt/sallyport')}; cp -r ${join(root, 'deploy')} ${at('opt/sallyport/deploy')}`,
    )
    writeFileSync(at('ports'), '')
    writeFileSync(at('fails'), 'nothing')
    script = readFileSync(join(root, 'deploy/install.sh'), 'utf8').replaceAll(
      /(?<=[ "=>])\/(etc\/sallyport|etc\/caddy|opt\/sallyport|var\/lib|var\/log|run\/systemd|usr\/local\/bin)/g,
      `${folder}/$1`,
    )
    mkdirSync(at('usr/local/bin'), { recursive: true })
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  function run(more: Record<string, string> = {}) {
    writeFileSync(at('calls'), '')
    const env = { ...given, PATH: `${at('bin')}:${process.env.PATH}`, ...more }
    const { status, stdout, stderr } = spawnSync('sh', ['-c', script], { env, encoding: 'utf8' })
    return { status, stdout, stderr, calls: readAt('calls') }
  }

  test('installs the release of this checkout, and refuses to run once the app is made', () => {
    const first = run()
    expect([first.status, first.stderr]).toEqual([0, ''])
    expect(first.calls).toContain(`--branch v${version} `)
    expect(first.stdout).toContain('== 6. The first app')
    expect(readAt('etc/sallyport/api.env')).toContain('https://auth.harbour.example')

    const second = run()
    expect([second.status, second.calls]).toEqual([2, ''])
    expect(second.stderr).toContain('Upgrading')
  })

  test('error: says where it stopped; the next run keeps keys and programs, and takes what was corrected', () => {
    writeFileSync(at('fails'), 'sallyport-as owner')
    const first = run()
    expect(first.status).toBe(1)
    expect(first.stderr).toContain('Stopped at: 4. Keys and settings')
    const keys = () => ['api', 'token', 'vault'].map((each) => readAt(`etc/sallyport/${each}.kek`))
    const before = keys()

    writeFileSync(at('fails'), 'nothing')
    const second = run({ MAIL_URL: 'smtps://a:right@mail.harbour.example:465' })
    expect([second.status, second.stderr]).toEqual([0, ''])
    expect(second.stdout).toContain('A run before this one stopped at: 4. Keys and settings')
    expect(second.calls).not.toMatch(/git clone|npm ci/)
    expect(keys()).toEqual(before)
    expect(new Set(before).size).toBe(3)
    expect(readAt('etc/sallyport/smtp.url')).toContain('a:right@')
    expect(readAt('etc/sallyport/pages.env').match(/RELEASE_KEY/g)).toHaveLength(1)
  })

  test('error: programs that were not built are cloned again', () => {
    writeFileSync(at('fails'), 'npm ci')
    expect(run().stderr).toContain('Stopped at: 2. The programs')
    writeFileSync(at('fails'), 'nothing')

    expect(run().calls).toContain('git clone')
  })

  test.each([
    ['nginx', 'Port 80 is in use by nginx (process 77).'],
    ['apache2', 'Port 80 is in use by apache2 (process 77).'],
    ['caddy', undefined],
    ['node', undefined],
  ])('a port that %s uses is said before anything is started: %s', (name, text) => {
    writeFileSync(at('ports'), `LISTEN 0 511 *:80 *:* users:(("${name}",pid=77,fd=6))\n`)
    if (name === 'node' || name === 'caddy')
      writeFileSync(at('bin/sleep'), '#!/bin/sh\n', { mode: 0o755 })
    const { status, stderr, calls } = run()

    expect(status).toBe(text === undefined ? 0 : 1)
    if (text === undefined) return
    expect(stderr).toContain(text)
    expect(calls).not.toContain('git clone')
  })

  test('error: leaves an installation alone that was not made by it', () => {
    mkdirSync(at('etc/sallyport'), { recursive: true })
    writeFileSync(at('etc/sallyport/api.kek'), 'key')

    expect(run()).toMatchObject({ status: 2, calls: '' })
    expect(existsSync(at('var/lib/sallyport-install'))).toBe(false)
  })
})
