/* npm run serve: the API and the vault for production, each in a process with its own secrets only. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { tooOld } from './lib/node-version.mjs'
import { refuse } from './lib/say.mjs'
import { serveProblems, serverEnv, vaultEnv, worldProblems } from './lib/serve-settings.mjs'

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
  if (!existsSync(join(root, 'node_modules/typescript')))
    refuse('Nothing is built yet: run npm ci first.')
  const { build } = await import('./lib/build.mjs')
  const problem = await build(root, (line) => process.stdout.write(`  ${line} …\n`))
  if (problem) refuse(problem)
}

// A folder nobody else can enter, for this run alone: made once nothing stands in the way.
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
  // The server lets requests finish, up to what orchestrators wait for.
  setTimeout(() => process.exit(code), 10_000).unref()
  Promise.all(left.map((child) => new Promise((resolve) => child.once('exit', resolve)))).then(() =>
    process.exit(code),
  )
  for (const child of left) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(0))

const vault = start('vault', at('signer/dist/main.js'), vaultEnv(env))
children.push(vault)
await new Promise((resolve) => vault.once('message', resolve))
if (!ending) children.push(start('server', at('server/dist/main.js'), serverEnv(env)))
