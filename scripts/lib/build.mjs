import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.mjs'
import { filesBelow, fingerprintOf, isStamped, stamp } from './stamp.mjs'

/** The browser pages: built by Vite into `apps/<name>/dist-page`. */
const pageNames = ['frame', 'dashboard', 'demo']

/**
 * Builds what changed since the last build: TypeScript, then the pages side by side.
 *
 * @param {string} root
 * @param {(line: string) => void} log
 * @param {{ pages?: boolean }} [options] `pages: false` leaves out the pages.
 * @returns {Promise<string | undefined>} A sentence with the compiler's output when that failed.
 */
export async function build(root, log, { pages = true } = {}) {
  const problem = await buildTypes(root, log)
  if (problem || !pages) return problem
  const names = pageNames.filter((name) => hasPage(root, name))
  const problems = await Promise.all(names.map((name) => buildPage(root, name, log)))
  return problems.find((each) => each !== undefined)
}

async function buildTypes(root, log) {
  const at = (...parts) => join(root, ...parts)
  const inputs = ['packages', 'apps', 'tsconfig.json', 'tsconfig.base.json', 'package-lock.json']
  return unlessStamped(root, { name: 'types', inputs, outputs: packageOutputs(root) }, async () => {
    log('Building the packages')
    const tsc = at('node_modules', 'typescript', 'bin', 'tsc')
    const { code, output } = await run(process.execPath, [tsc, '-b'], { cwd: root })
    return code === 0 ? undefined : `The TypeScript build failed:\n${output}`
  })
}

/** Sources of another app that pages draw: the gallery in the dashboard draws the wallet's pages. */
const drawn = { dashboard: ['apps/frame/src'] }

function buildPage(root, name, log) {
  const folder = join(root, 'apps', name)
  const inputs = ['packages', `apps/${name}`, ...(drawn[name] ?? []), 'package-lock.json']
  const outputs = [join(folder, 'dist-page', 'index.html')]
  return unlessStamped(root, { name, inputs, outputs }, async () => {
    log(`Building the pages of ${name}`)
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    // A test runner's NODE_ENV would put React's development build into the pages.
    const env = { ...process.env, NODE_ENV: 'production' }
    const args = [vite, 'build', '--logLevel', 'warn']
    const { code, output } = await run(process.execPath, args, { cwd: folder, env })
    return code === 0 ? undefined : `The build of apps/${name} failed:\n${output}`
  })
}

/** Does `work` unless it was done with the same inputs and its outputs are there; tests are not inputs. */
async function unlessStamped(root, { name, inputs, outputs }, work) {
  const path = join(root, 'node_modules', `.sallyport-built-${name}`)
  const files = filesBelow(inputs.map((each) => join(root, each))).filter(
    (file) => !/\.(test|spec)\.tsx?$/.test(file),
  )
  const wanted = `${process.version} ${fingerprintOf(files)}`
  if (isStamped(path, wanted) && outputs.every((output) => existsSync(output))) return undefined
  const problem = await work()
  if (problem === undefined) stamp(path, wanted)
  return problem
}

function packageOutputs(root) {
  return ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(root, group))
      .filter((name) => existsSync(join(root, group, name, 'package.json')))
      .map((name) => join(root, group, name, 'dist')),
  )
}

function hasPage(root, name) {
  return ['vite.config.ts', 'index.html'].some((file) => existsSync(join(root, 'apps', name, file)))
}
