import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.mjs'
import { filesBelow, fingerprintOf, isStamped, stamp } from './stamp.mjs'
import { foldersOf, transpile } from './transpile.mjs'

/** The browser pages: built by Vite into `apps/<name>/dist-page`. */
const pageNames = ['frame', 'dashboard', 'demo']

/** What a login in the demo does not open: the sandbox builds it once it runs. */
export const latePages = ['dashboard']

/**
 * Builds what changed since the last build: the JavaScript of the packages, then the pages side by side. `npm run check` checks
 * the types.
 *
 * @param {string} root
 * @param {(line: string) => void} log
 * @param {{ pages?: boolean, without?: string[], types?: boolean }} [options] `pages: false` leaves out the pages, `without` those of
 *   some apps; `types: true` also checks the
 *   types and writes the declarations, which packages have and apps compile against.
 * @returns {Promise<string | undefined>} A sentence with the compiler's output when that failed.
 */
export async function build(root, log, { pages = true, without = [], types = false } = {}) {
  const problem = (await buildPackages(root, log)) ?? (types && (await buildTypes(root, log)))
  if (problem || !pages) return problem || undefined
  const names = pageNames.filter((name) => hasPage(root, name) && !without.includes(name))
  const problems = await Promise.all(names.map((name) => buildPage(root, name, log)))
  return problems.find((each) => each !== undefined)
}

const sources = ['packages', 'apps', 'tsconfig.json', 'tsconfig.base.json', 'package-lock.json']

function buildPackages(root, log) {
  const outputs = foldersOf(root).map((folder) => join(folder, 'dist'))
  return unlessStamped(root, { name: 'packages', inputs: sources, outputs }, async () => {
    log('Building the packages')
    return transpile(root)
  })
}

function buildTypes(root, log) {
  const outputs = foldersOf(root).map((folder) => join(folder, 'dist', '.tsbuildinfo'))
  return unlessStamped(root, { name: 'types', inputs: sources, outputs }, async () => {
    log('Checking the types')
    const tsc = join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc')
    const { code, output } = await run(process.execPath, [tsc, '-b'], { cwd: root })
    return code === 0 ? undefined : `The types are wrong:\n${output}`
  })
}

/** Sources of another app that pages draw: the gallery in the dashboard draws the wallet's pages. */
const drawn = { dashboard: ['apps/frame/src'] }

/** Builds the pages of one app where they are missing or old. Returns what `build` returns. */
export function buildPage(root, name, log) {
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

function hasPage(root, name) {
  return ['vite.config.ts', 'index.html'].some((file) => existsSync(join(root, 'apps', name, file)))
}
