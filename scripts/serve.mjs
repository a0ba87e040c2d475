/* npm run serve: the programs for production, each as a user of its own with its secrets only (docs/operate/deploy.md). */
import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildProblem } from './lib/build-problem.mjs'
import { withCurrentNames } from './lib/earlier-names.mjs'
import { endWithParent } from './lib/end-with-parent.mjs'
import { tooOld } from './lib/node-version.mjs'
import { run } from './lib/run.mjs'
import { refuse } from './lib/say.mjs'
import { databaseProblem } from './lib/serve-database.mjs'
import {
  hasSigner,
  migrateEnv,
  pagesEnv,
  serverEnv,
  signerEnv,
  vaultEnv,
} from './lib/serve-environments.mjs'
import { readSettingsFolder, settingsFolder } from './lib/serve-folder.mjs'
import { createEnd, startProgram } from './lib/serve-processes.mjs'
import { loadPrograms } from './lib/serve-programs.mjs'
import { withoutSecrets } from './lib/serve-secrets.mjs'
import { serveProblems, worldProblems } from './lib/serve-settings.mjs'
import { createSocketFolder, serveUsers } from './lib/serve-users.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const at = (...parts) => join(root, 'apps', ...parts)
const old = tooOld(process.versions.node)
if (old) refuse(old)
const settingsIn = settingsFolder(process.argv.slice(2))
const inFolder = settingsIn && readSettingsFolder(settingsIn)
const given = withCurrentNames({ ...inFolder, ...process.env })
const users = serveUsers(given)
if (typeof users === 'string') refuse(users)
const needed = [
  at('server/dist/main.js'),
  at('vault/dist/main.js'),
  at('signer/dist/main.js'),
  at('pages/dist/main.js'),
  at('frame/dist-page/index.html'),
]
if (!needed.every((path) => existsSync(path))) {
  const missing = buildProblem(root)
  if (missing) refuse(missing)
  const { build } = await import('./lib/build.mjs')
  const problem = await build(root, (line) => process.stdout.write(`  ${line} …\n`))
  if (problem) refuse(problem)
}

// The folders of the sockets, for this run; created after all checks.
const folder = join(tmpdir(), `sallyport-${randomBytes(8).toString('hex')}`)
const env = {
  SALLYPORT_FRAME_DIR: at('frame/dist-page'),
  SALLYPORT_VAULT_SOCKET: join(folder, 'vault.sock'),
  ...(hasSigner(given) && { SALLYPORT_SIGNER_SOCKET: join(`${folder}-signer`, 'signer.sock') }),
  ...given,
}
const { settings, secretsOf, secretsFor, read, preflight } = await loadPrograms(root, users)
const problems = serveProblems(env, read, users)
if (problems.length > 0) refuse(problems.join('\n  '))
const { machineProblems } = preflight
const checks = { machineProblems, databaseProblem, readConfig: read.server, secretsOf, users }
const obstacles = await worldProblems(env, checks)
if (obstacles.length > 0) refuse(obstacles.join('\n  '))
if (env.SALLYPORT_OWNER_DATABASE_URL || env.SALLYPORT_OWNER_DATABASE_URL_FILE) {
  const migrate = at('server/dist/migrate-database.js')
  const options = { env: migrateEnv(env, users.server) }
  const { code, output } = await run(process.execPath, [migrate], options)
  if (code !== 0) refuse(output.trim())
}
// Folders that are there, as those of a service manager, are left as they are.
for (const [owner, socket] of [
  [users.vault, env.SALLYPORT_VAULT_SOCKET],
  [users.signer, env.SALLYPORT_SIGNER_SOCKET],
  [users.vault, env.SALLYPORT_VAULT_MONITOR_SOCKET],
  [users.signer, env.SALLYPORT_SIGNER_MONITOR_SOCKET],
]) {
  const path = dirname(socket ?? '/')
  if (owner === undefined || existsSync(path)) continue
  createSocketFolder(path, { owner, server: users.server })
  process.once('exit', () => rmSync(path, { recursive: true, force: true }))
}

const children = []
const { end, isEnding } = createEnd(children)
const start = (name, { script, own }) => {
  const child = startProgram({
    script: at(script),
    env: withoutSecrets(own, settings[name]),
    secrets: secretsFor(own, name),
    user: users[name],
  })
  child.once('exit', () => end(1, `The ${name} ended: the reason is in its last line above.`))
  children.push(child)
  return new Promise((resolve) => child.once('message', resolve))
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(0))
// `npm run serve`: when npm is killed, nothing else stops the servers. A script run by hand may outlive its shell.
if (process.env.npm_lifecycle_event !== undefined) endWithParent(() => end(0))

const keyPrograms = [start('vault', { script: 'vault/dist/main.js', own: vaultEnv(env) })]
const signer = { script: 'signer/dist/main.js', own: signerEnv(env) }
if (users.signer) keyPrograms.push(start('signer', signer))
await Promise.all(keyPrograms)
if (!isEnding()) start('server', { script: 'server/dist/main.js', own: serverEnv(env) })
if (!isEnding()) start('pages', { script: 'pages/dist/main.js', own: pagesEnv(env) })
