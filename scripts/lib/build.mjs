import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.mjs'
import { fingerprint, isStamped, stamp } from './stamp.mjs'

/** The browser pages: built by Vite into `apps/<name>/dist-page`. */
const pages = ['frame', 'dashboard', 'demo']

/**
 * Builds what changed since the last build: TypeScript, then the pages.
 *
 * @returns {Promise<string | undefined>} A sentence and the compiler's words when that failed.
 */
export async function build(root, log) {
  const at = (...parts) => join(root, ...parts)
  const inputs = [
    'packages',
    'apps',
    'tsconfig.json',
    'tsconfig.base.json',
    'package-lock.json',
  ].map((one) => at(one))
  const wanted = `${process.version} ${fingerprint(inputs)}`
  const stampPath = at('node_modules', '.sallyport-built')
  if (isStamped(stampPath, wanted) && outputs(root).every((path) => existsSync(path)))
    return undefined
  log('Building')
  const types = await run(
    process.execPath,
    [at('node_modules', 'typescript', 'bin', 'tsc'), '-b'],
    { cwd: root },
  )
  if (types.code !== 0) return `The TypeScript build failed:\n${types.output}`
  const vite = at('node_modules', 'vite', 'bin', 'vite.js')
  // Whoever starts the build: a test runner's NODE_ENV would put React's development build into the pages.
  const env = { ...process.env, NODE_ENV: 'production' }
  for (const page of pages.filter((name) => hasPage(root, name))) {
    const built = await run(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: at('apps', page),
      env,
    })
    if (built.code !== 0) return `The build of apps/${page} failed:\n${built.output}`
  }
  stamp(stampPath, wanted)
  return undefined
}

function outputs(root) {
  const built = ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(root, group))
      .filter((name) => existsSync(join(root, group, name, 'package.json')))
      .map((name) => join(root, group, name, 'dist')),
  )
  const shown = pages.filter((name) => hasPage(root, name))
  return [...built, ...shown.map((name) => join(root, 'apps', name, 'dist-page', 'index.html'))]
}

function hasPage(root, name) {
  return ['vite.config.ts', 'index.html'].some((file) => existsSync(join(root, 'apps', name, file)))
}
