/* npm run serve: the API and the vault for production, each in a process with its own secrets only. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildProblem } from './lib/build-problem.mjs'
import { endWithParent } from './lib/end-with-parent.mjs'
import { tooOld } from './lib/node-version.mjs'
import { run } from './lib/run.mjs'
import { refuse } from './lib/say.mjs'
import {
  migrateEnv,
  serveProblems,
  serverEnv,
  vaultEnv,
  worldProblems,
} from './lib/serve-settings.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const at = (...parts) => join(root, 'apps', ...parts)
const old = tooOld(process.versions.node)
if (old) refuse(old)
const needed = [
  at('server/dist/main.js'),
  at('signer/dist/main.js'),
  at('frame/dist-page/index.html'),
]
if (!needed.every((path) => existsSync(path))) {
  const missing = buildProblem(root)
  if (missing) refuse(missing)
  const { build } = await import('./lib/build.mjs')
  const problem = await build(root, (line) => process.stdout.write(`  ${line} …\n`))
  if (problem) refuse(problem)
}

// A folder that only this user can enter, for this run; created after all checks.
const folder = join(tmpdir(), `sallyport-${randomBytes(8).toString('hex')}`)
const env = {
  SALLYPORT_FRAME_DIR: at('frame/dist-page'),
  SALLYPORT_VAULT_SOCKET: join(folder, 'vault.sock'),
  ...process.env,
}
const load = (path) => import(pathToFileURL(path).href)
const { readConfig } = await load(at('server/dist/config.js'))
const problems = serveProblems(env, {
  server: readConfig,
  vault: (await load(at('signer/dist/config.js'))).readVaultConfig,
})
if (problems.length > 0) refuse(problems.join('\n  '))
const obstacles = await worldProblems(env, {
  ...(await load(at('server/dist/preflight.js'))),
  readConfig,
})
if (obstacles.length > 0) refuse(obstacles.join('\n  '))
if (env.SALLYPORT_OWNER_DATABASE_URL) {
  const migrate = at('server/dist/migrate-database.js')
  const { code, output } = await run(process.execPath, [migrate], { env: migrateEnv(env) })
  if (code !== 0) refuse(output.trim())
}
if (env.SALLYPORT_VAULT_SOCKET.startsWith(folder)) {
  mkdirSync(folder, { mode: 0o700 })
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

const start = (name, script, own) => {
  const child = spawn(process.execPath, ['--enable-source-maps', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...own,
      NODE_ENV: 'production',
      SALLYPORT_ENV: 'production',
      SALLYPORT_EXIT_WITH_PARENT: '1',
    },
  })
  child.once('exit', () => end(1, `The ${name} ended: the reason is in its last line above.`))
  return child
}
const children = []
let ending = false
function end(code, sentence) {
  if (ending) return
  ending = true
  if (sentence) process.stderr.write(`\n  ${sentence}\n\n`)
  const left = children.filter((child) => child.exitCode === null && child.signalCode === null)
  // The server lets open requests finish; orchestrators wait 10 seconds or more.
  setTimeout(() => process.exit(code), 10_000).unref()
  Promise.all(left.map((child) => new Promise((resolve) => child.once('exit', resolve)))).then(() =>
    process.exit(code),
  )
  for (const child of left) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(0))
// `npm run serve`: when npm is killed, nothing else stops the servers. A script run by hand may outlive its shell.
if (process.env.npm_lifecycle_event !== undefined) endWithParent(() => end(0))

const vault = start('vault', at('signer/dist/main.js'), vaultEnv(env))
children.push(vault)
await new Promise((resolve) => vault.once('message', resolve))
if (!ending) children.push(start('server', at('server/dist/main.js'), serverEnv(env)))
