import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.mjs'
import { isStamped, stamp } from './stamp.mjs'

/**
 * Installs the dependencies when there are none, or others than the lock file names.
 *
 * @returns {Promise<string | undefined>} A sentence when that failed.
 */
export async function install(root, log) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  // Another system's binaries do not run here: a folder that two systems share is installed again.
  const wanted = `${process.platform} ${process.arch} ${lock}`
  const stampPath = join(root, 'node_modules', '.sallyport-lock')
  if (existsSync(join(root, 'node_modules')) && isStamped(stampPath, wanted)) return undefined
  // A NODE_ENV of production, which bundlers leave behind, would leave out what builds.
  log('Installing dependencies')
  const { code, output } = await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: root,
  })
  if (code !== 0) return `npm ci failed: ${reasonIn(output)}`
  try {
    stamp(stampPath, wanted)
  } catch {
    return `Cannot write to the folder ${root}: change its permissions.`
  }
  return undefined
}

function reasonIn(output) {
  const lines = output.trim().split('\n')
  return (
    lines.find((line) => /npm (error|ERR!) (?!code|errno|A complete)/.test(line)) ?? lines.at(-1)
  )
}
