import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { pagesSettings } from '../apps/pages/src/settings.js'
import { migrateSettings, serverSettings } from '../apps/server/src/settings.js'
import { signerSettings } from '../apps/signer/src/settings.js'
import { vaultSettings } from '../apps/vault/src/settings.js'
import { installScript } from './lib/install-script.mjs'

/*
 * What containers, units and proxies name exists. Containers cannot be run here, so their files are read; the units and both
 * proxies are started in `apps/server/src/deploy.deep.test.ts`.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, 'deploy', path), 'utf8')
const compose = read('compose.yaml')
const dockerfile = read('Dockerfile')
const endings = ['', '_FILE', '_FD']
/** Variables of the commands that no settings record has. */
const others = ['SALLYPORT_ADMIN_DATABASE_URL', 'SALLYPORT_RELEASE_KEY']
const settings: Record<string, readonly string[]> = {
  api: Object.keys(serverSettings),
  pages: Object.keys(pagesSettings),
  vault: Object.keys(vaultSettings),
  signer: Object.keys(signerSettings),
  migrate: Object.keys({ ...migrateSettings, ...serverSettings }),
  roles: others,
}
const hasProgram = (name: string) => spawnSync('which', [name]).status === 0
const isKnown = (name: string, known: readonly string[]) =>
  endings.some((ending) => known.some((each) => each + ending === name))

/** The services of compose.yaml with their lines; YAML of this file's own simple form. */
const services = Object.fromEntries(
  (/^services:\n([\s\S]*?)^# Files/m.exec(compose)?.[1] ?? '')
    .split(/^ {2}(?=[a-z]+:\n)/m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf(':')), text]),
)
const variablesIn = (text: string) =>
  [...text.matchAll(/\b(?:SALLYPORT_[A-Z_]+|DATABASE_URL\w*)(?=[:=])/g)].map(([name]) => name)

describe('compose.yaml', () => {
  test('has the programs and what they need', () => {
    expect(Object.keys(services)).toEqual([
      'db',
      'roles',
      'migrate',
      'vault',
      'signer',
      'api',
      'pages',
      'proxy',
    ])
  })

  test.each(Object.keys(settings))(
    'every variable of %s is a setting that the program reads',
    (name) => {
      const file = /env_file: (\S+)/.exec(services[name] ?? '')?.[1]
      const variables = variablesIn(`${services[name]}\n${file === undefined ? '' : read(file)}`)
      expect(variables.length).toBeGreaterThan(0)
      expect(variables.filter((each) => !isKnown(each, settings[name] ?? []))).toEqual([])
    },
  )

  test('every command is a program of a package, and every secret and volume is declared', () => {
    const scripts = [...compose.matchAll(/"node", "([^"]+)"/g)].map(([, path = '']) => path)
    expect(scripts).toHaveLength(6)
    for (const path of scripts) {
      const source = path.replace('/dist/', '/src/').replace(/\.js$/, '.ts')
      expect(existsSync(join(root, source)), source).toBe(true)
    }
    const [, secrets = ''] = compose.split(/^secrets:$/m)
    const used = [...compose.matchAll(/secrets: \[([^\]]+)\]/g)].flatMap(([, list = '']) =>
      list.split(', '),
    )
    expect(used.filter((name) => !secrets.includes(`  ${name}: {`))).toEqual([])
    const paths = [
      ...compose.matchAll(/\/run\/secrets\/(\w+)/g),
      ...read('api.container.env').matchAll(/\/run\/secrets\/(\w+)/g),
    ]
    expect(paths.map(([, name = '']) => name).filter((name) => !used.includes(name))).toEqual([])
    const volumes = [...compose.matchAll(/"(\w+):\//g)].map(([, name = '']) => name)
    const [, declared = ''] = compose.split(/^volumes:$/m)
    expect(volumes.filter((name) => !declared.includes(`  ${name}:`))).toEqual([])
  })

  test('T-03: the programs have users of their own, none of them root, and each sees only its own secrets', () => {
    const users = ['vault', 'api', 'pages', 'signer'].map(
      (name) => /user: "(\d+):/.exec(services[name] ?? '')?.[1],
    )
    expect(users).toEqual(['981', '982', '983', '984'])
    for (const id of users) expect(dockerfile).toContain(`--uid ${id} `)
    expect(/secrets: (.*)/.exec(services.vault ?? '')?.[1]).toBe(
      '[vault_kek, vault_database_url, vault_smtp_url]',
    )
    expect(/secrets: (.*)/.exec(services.api ?? '')?.[1]).toBe(
      '[api_kek, token_kek, api_database_url, smtp_url]',
    )
    expect(/secrets: (.*)/.exec(services.signer ?? '')?.[1]).toBe(
      '[signer_kek, signer_database_url]',
    )
    expect(services.signer).toContain('network_mode: none')
    expect(services.pages).not.toContain('secrets:')
    expect(services.pages).not.toContain('dbsocket')
  })

  test('the proxy names programs and ports that exist', () => {
    const named = [...(services.proxy ?? '').matchAll(/"(\w+):(\d+)"/g)].filter(
      ([, name]) => !/^\d/.test(name ?? ''),
    )
    expect(named.map(([, name, port]) => [name, port])).toEqual([
      ['api', serverSettings.SALLYPORT_PORT.fallback],
      ['pages', pagesSettings.SALLYPORT_PAGES_PORT.fallback],
    ])
  })
})

describe('install.sh', () => {
  const page = readFileSync(join(root, 'docs/operate/deploy.md'), 'utf8')
  const script = read('install.sh')

  test('is made of the commands of the guide: node scripts/print-install.mjs writes it', () => {
    expect(script).toBe(installScript(page))
    expect(script).not.toMatch(/(?<!\/s\/)auth\.example\.com(?!\/)|password@mail/)
  })

  test('is a shell script, and says which of its variables is missing', () => {
    const path = join(root, 'deploy/install.sh')
    expect(spawnSync('sh', ['-n', path]).status).toBe(0)
    const { status, stderr } = spawnSync('sh', [path], {
      encoding: 'utf8',
      env: { AUTH_NAME: 'x' },
    })
    expect([status, stderr]).toEqual([2, expect.stringContaining('MAIL_URL is missing')])
  })
})

describe('docs/operate/deploy.md', () => {
  const page = readFileSync(join(root, 'docs/operate/deploy.md'), 'utf8')
  const blockOf = (kind: string) =>
    new RegExp(`^\`\`\`sh ${kind}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(page)?.[1] ?? ''
  const names = blockOf('names')

  test('its commands use no variable that it does not set, and no example where a name belongs', () => {
    const commands = [...page.matchAll(/^```sh ?(\w*)\n([\s\S]*?)^```/gm)]
      .filter(([, kind]) => kind !== 'names')
      .map(([, , text = '']) => text)
      .join('\n')
    const set = [...`${names}\n${commands}`.matchAll(/\b([A-Za-z_]\w*)=/g)].map(([, name]) => name)
    const looped = [...commands.matchAll(/\bfor (\w+) in/g)].map(([, name]) => name)
    const used = [...commands.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name]) => name)
    expect(used.filter((name) => !set.includes(name) && !looped.includes(name))).toEqual([])
    expect(commands.replaceAll(/s\/\w+@?[\w.]*example\.com\//g, '')).not.toMatch(
      /auth\.example\.com|@mail\.|v0\.1\.0/,
    )
  })

  test.skipIf(process.getuid?.() !== 0)(
    'makes each secret of the containers, for its user alone (needs root)',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'compose-secrets-'))
      mkdirSync(join(folder, 'deploy'))
      const text = `${names}\n${blockOf('containers').replaceAll('/opt/sallyport', folder)}`
      const { status, stderr } = spawnSync('sh', ['-euc', text], { encoding: 'utf8' })
      expect([status, stderr]).toEqual([0, ''])
      const users = { vault: 981, api: 982, migrate: 982, roles: 982, signer: 984 }
      for (const [service, user] of Object.entries(users)) {
        const [, list = ''] = /secrets: \[(.*)\]/.exec(services[service] ?? '') ?? []
        for (const name of list.split(', ')) {
          const { uid, mode, size } = statSync(join(folder, 'deploy/secrets', name))
          expect([name, uid, mode & 0o777]).toEqual([name, user, 0o400])
          expect(size).toBeGreaterThan(20)
        }
      }
      const key = readFileSync(join(folder, 'deploy/secrets/api_kek'), 'utf8')
      expect(spawnSync('sh', ['-c', text], { encoding: 'utf8' }).stderr).toMatch(/api_kek.*exist/i)
      expect(readFileSync(join(folder, 'deploy/secrets/api_kek'), 'utf8')).toBe(key)
      rmSync(folder, { recursive: true, force: true })
    },
  )
})

describe('Dockerfile', () => {
  test('copies what exists, runs scripts that exist, and not as root', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name)
    for (const [, from] of dockerfile.matchAll(/COPY --from=(\S+)/g)) expect(stages).toContain(from)
    for (const [, name = ''] of dockerfile.matchAll(/npm run ([\w:]+)/g))
      expect(scripts).toHaveProperty([name])
    for (const [, folder = ''] of dockerfile.matchAll(/--workspace (\S+)/g))
      expect(existsSync(join(root, folder, 'package.json')), folder).toBe(true)
    expect(/^USER (\S+)$/m.exec(dockerfile.slice(dockerfile.lastIndexOf('FROM')))?.[1]).toMatch(
      /^sallyport_/,
    )
    for (const name of variablesIn(dockerfile)) expect(isKnown(name, others), name).toBe(true)
    // The installed packages are those of docs/operate/deploy.md.
    const page = readFileSync(join(root, 'docs/operate/deploy.md'), 'utf8')
    const workspaces = (text: string) =>
      new Set([...text.matchAll(/--workspace (\S+)/g)].map(([, each]) => each))
    expect(workspaces(dockerfile)).toEqual(workspaces(page))
  })
})

describe('units, settings and proxies', () => {
  const units = readdirSync(join(root, 'deploy')).filter((name) => name.endsWith('.service'))
  test.each(units)('T-03: %s starts a program of ours as a user of its own, closed in', (name) => {
    const unit = read(name)
    const [, script = ''] = /^ExecStart=\/usr\/bin\/node \/opt\/sallyport\/(\S+)$/m.exec(unit) ?? []
    expect(existsSync(join(root, script.replace('/dist/', '/src/').replace(/\.js$/, '.ts')))).toBe(
      true,
    )
    const [, file = ''] = /^EnvironmentFile=\/etc\/sallyport\/(\S+)$/m.exec(unit) ?? []
    const program = file.replace('.env', '')
    expect(
      variablesIn(read(file)).filter((each) => !isKnown(each, settings[program] ?? [])),
    ).toEqual([])
    expect(unit).toContain(`\nUser=sallyport_${program}\n`)
    for (const line of [
      'LimitCORE=0',
      'NoNewPrivileges=yes',
      'CapabilityBoundingSet=',
      'ProtectSystem=strict',
      'ProtectProc=invisible',
      'Restart=always',
      'RestartSec=2',
      'StartLimitIntervalSec=0',
    ])
      expect(unit).toContain(`\n${line}\n`)
  })

  test.skipIf(!hasProgram('systemd-analyze'))(
    'systemd finds nothing wrong with the units (needs systemd-analyze)',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'units-'))
      // The programs are not installed here: systemd looks whether they can be run.
      const commands = (text: string) => text.replaceAll('/usr/bin/node', '/bin/true')
      for (const name of units) writeFileSync(join(folder, name), commands(read(name)))
      const paths = units.map((name) => join(folder, name))
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], {
        encoding: 'utf8',
      })
      rmSync(folder, { recursive: true })
      // Users of the system are made by the guide, and what it says about other units is none of ours.
      const said = stderr.split('\n').filter((line) => line.includes('sallyport'))
      expect([status, said]).toEqual([0, []])
    },
  )

  test('P7: nginx for an address of an app is that of the auth origin with another name', () => {
    const page = readFileSync(join(root, 'docs/operate/configuration.md'), 'utf8')
    const [, block] = /```nginx\n([\s\S]*?)```/.exec(page) ?? []
    expect(block).toBe(read('nginx.conf').replaceAll('auth.example.com', 'privy.example.com'))
  })

  test('P7: both proxies send the same paths to the pages, and let no answer of the API run a script', () => {
    const [nginx, caddy] = [read('nginx.conf'), read('Caddyfile')]
    const paths = /location ~ (\S+) \{/.exec(nginx)?.[1] ?? ''
    expect(/path_regexp (\S+)/.exec(caddy)?.[1]).toBe(paths)
    const isPage = (path: string) => new RegExp(paths).test(path)
    for (const path of [
      '/apps/abc/embedded-wallets',
      '/apps/abc/embedded-wallets/export',
      '/apps/abc/embedded-wallets/import',
      '/apps/abc/embedded-wallets/rehearsal',
      '/frame/assets/x.js',
      '/login/email',
      '/mfa/reset',
      '/account/undo',
    ])
      expect(isPage(path), path).toBe(true)
    for (const path of [
      '/',
      '/apps/abc/embedded-wallets/settings',
      '/api/v1/sessions',
      '/x/frame/y',
      '/api/docs',
    ])
      expect(isPage(path), path).toBe(false)
    for (const text of [nginx, caddy]) {
      expect(text).toContain("sandbox; frame-ancestors 'none'")
      expect(text).toMatch(/service.worker/i)
    }
    expect(nginx).toContain(`127.0.0.1:${serverSettings.SALLYPORT_PORT.fallback}`)
    expect(nginx).toContain(`127.0.0.1:${pagesSettings.SALLYPORT_PAGES_PORT.fallback}`)
  })
})
