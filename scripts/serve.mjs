/* npm run serve: the three programs for production, each in a process and as a user of its own with its secrets only. */
import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildProblem } from './lib/build-problem.mjs'
import { endWithParent } from './lib/end-with-parent.mjs'
import { tooOld } from './lib/node-version.mjs'
import { run } from './lib/run.mjs'
import { refuse } from './lib/say.mjs'
import { createEnd, startProgram } from './lib/serve-processes.mjs'
import { readSecrets, withoutSecrets } from './lib/serve-secrets.mjs'
import {
  migrateEnv,
  pagesEnv,
  serveProblems,
  serverEnv,
  vaultEnv,
  worldProblems,
} from './lib/serve-settings.mjs'
import { createSocketFolder, serveUsers } from './lib/serve-users.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const at = (...parts) => join(root, 'apps', ...parts)
const old = tooOld(process.versions.node)
if (old) refuse(old)
const users = serveUsers(process.env)
if (typeof users === 'string') refuse(users)
const needed = [
  at('server/dist/main.js'),
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

// The folder of the socket, for this run; created after all checks.
const folder = join(tmpdir(), `sallyport-${randomBytes(8).toString('hex')}`)
const env = {
  SALLYPORT_FRAME_DIR: at('frame/dist-page'),
  SALLYPORT_VAULT_SOCKET: join(folder, 'vault.sock'),
  ...process.env,
}
const load = (path) => import(pathToFileURL(path).href)
const { readConfig } = await load(at('server/dist/config.js'))
const { readSecret } = await load(join(root, 'packages/process/dist/index.js'))
const { serverSettings } = await load(at('server/dist/settings.js'))
const { vaultSettings } = await load(at('signer/dist/settings.js'))
const secretsOf = (given) => readSecrets(given, { ...serverSettings, ...vaultSettings }, readSecret)
const { readVaultConfig } = await load(at('signer/dist/config.js'))
const { pagesSettings, readPagesConfig } = await load(at('pages/dist/index.js'))
const read = { server: readConfig, vault: readVaultConfig, pages: readPagesConfig, secretsOf }
const problems = serveProblems(env, read)
if (problems.length > 0) refuse(problems.join('\n  '))
const preflight = await load(at('server/dist/preflight.js'))
const obstacles = await worldProblems(env, { ...preflight, readConfig, secretsOf })
if (obstacles.length > 0) refuse(obstacles.join('\n  '))
if (env.SALLYPORT_OWNER_DATABASE_URL || env.SALLYPORT_OWNER_DATABASE_URL_FILE) {
  const migrate = at('server/dist/migrate-database.js')
  const { code, output } = await run(process.execPath, [migrate], { env: migrateEnv(env) })
  if (code !== 0) refuse(output.trim())
}
if (env.SALLYPORT_VAULT_SOCKET.startsWith(folder)) {
  createSocketFolder(folder, users)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

const children = []
const { end, isEnding } = createEnd(children)
const start = ({ name, script, own, settings }) => {
  const child = startProgram({
    script,
    env: withoutSecrets(own, settings),
    secrets: readSecrets(own, settings, readSecret),
    user: users[name],
  })
  child.once('exit', () => end(1, `The ${name} ended: the reason is in its last line above.`))
  children.push(child)
  return child
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(0))
// `npm run serve`: when npm is killed, nothing else stops the servers. A script run by hand may outlive its shell.
if (process.env.npm_lifecycle_event !== undefined) endWithParent(() => end(0))

const vaultMain = { script: at('signer/dist/main.js'), own: vaultEnv(env), settings: vaultSettings }
const vault = start({ name: 'vault', ...vaultMain })
await new Promise((resolve) => vault.once('message', resolve))
const serverMain = { script: at('server/dist/main.js'), own: serverEnv(env) }
if (!isEnding()) start({ name: 'server', ...serverMain, settings: serverSettings })
const pagesMain = { script: at('pages/dist/main.js'), own: pagesEnv(env), settings: pagesSettings }
if (!isEnding()) start({ name: 'pages', ...pagesMain })
