import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.mjs'
import { runInstallScripts } from './run-install-scripts.mjs'
import { isStamped, stamp } from './stamp.mjs'

/*
 * A NODE_ENV of production, which bundlers leave behind, or a setting of the user would leave out what builds and runs. The lock file says
 * which content each package has, so what npm has kept of it is not asked for again.
 */
const everyKind = [
  '--include=dev',
  '--include=optional',
  '--no-audit',
  '--no-fund',
  '--prefer-offline',
]

/**
 * Installs the dependencies when there are none, or others than the lock file names.
 *
 * @param {string} root
 * @param {(line: string) => void} log
 * @param {{ tools?: boolean }} [options] `tools: true` also installs what only tests and checks run. Once installed they
 *   stay until the lock file changes.
 * @returns {Promise<string | undefined>} A sentence when that failed.
 */
export async function install(root, log, { tools = false } = {}) {
  const lock = readFileSync(join(root, 'package-lock.json'))
  // Another system's binaries do not run here: a folder that two systems share is installed again.
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} `).update(lock)
  const content = hash.digest('hex')
  const path = join(root, 'node_modules', '.sallyport-lock')
  const is = (what) => existsSync(path) && isStamped(path, `${content} ${what}`)
  if (is('tools') || (!tools && is('run'))) return undefined
  const isAddition = is('run')
  log(isAddition ? 'Installing the tools of the tests' : 'Installing dependencies')
  const { code, output } = await run('npm', argsOf(root, { tools, isAddition }), { cwd: root })
  if (code !== 0) return `npm could not install: ${reasonIn(output)}`
  const problem = await runInstallScripts(root)
  if (problem !== undefined) return problem
  try {
    stamp(path, `${content} ${tools ? 'tools' : 'run'}`)
  } catch {
    return `Cannot write to the folder ${root}: change its permissions.`
  }
  return undefined
}

function argsOf(root, { tools, isAddition }) {
  // npm ci would begin with deleting what is there.
  if (isAddition) return ['install', '--no-save', ...everyKind]
  if (tools) return ['ci', ...everyKind]
  return ['ci', ...everyKind, '--include-workspace-root', ...appsOf(root)]
}

/* The apps with the packages that they use: all that npm start runs. */
function appsOf(root) {
  return readdirSync(join(root, 'apps'))
    .filter((name) => existsSync(join(root, 'apps', name, 'package.json')))
    .map((name) => `--workspace=apps/${name}`)
}

function reasonIn(output) {
  const lines = output.trim().split('\n')
  return (
    lines.find((line) => /npm (error|ERR!) (?!code|errno|A complete)/.test(line)) ?? lines.at(-1)
  )
}
