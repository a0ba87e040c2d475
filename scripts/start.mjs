/* npm start: checks Node, installs, builds and runs everything on this machine. Runs before anything is installed. */
import { accessSync, constants } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { tooOld } from './lib/node-version.mjs'
import { refuse } from './lib/say.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const old = tooOld(process.versions.node)
if (old) refuse(old)
try {
  accessSync(root, constants.W_OK)
} catch {
  refuse(`Cannot write to the folder ${root}: change its permissions, or clone it elsewhere.`)
}

// Loaded late: an old Node must reach its sentence before it reads newer syntax.
const { install } = await import('./lib/install.mjs')
const { build, latePages } = await import('./lib/build.mjs')
const { timedLog } = await import('./lib/timed-log.mjs')
const { log, end } = timedLog((text) => process.stdout.write(text))
const problem = (await install(root, log)) ?? (await build(root, log, { without: latePages }))
if (problem) refuse(problem)
log('Starting')
end()
// In this process, so that Ctrl-C and a sudden end meet the launcher itself.
await import(pathToFileURL(`${root}apps/sandbox/dist/main.js`).href)
