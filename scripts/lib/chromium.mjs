import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.mjs'

const places = [
  '/usr/lib/chromium/chromium',
  '/usr/lib/chromium-browser/chromium-browser',
  '/opt/google/chrome/chrome',
]
const names = ['chromium', 'chromium-browser', 'google-chrome']

/** The path of a Chromium on this machine (`CHROMIUM_REAL` first); undefined when there is none. */
export function findChromium(env = process.env) {
  const onPath = (env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
  return [env.CHROMIUM_REAL, ...places, ...onPath].find((path) => path && isExecutable(path))
}

/**
 * Makes sure there is a Chromium, installing Debian's as root.
 *
 * @returns {Promise<string | undefined>} A sentence when there is none and none can be installed.
 */
export async function ensureChromium(say) {
  if (findChromium()) return undefined
  if (process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get')) {
    say('Installing Chromium')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-q'], { env })
    await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], { env })
    if (findChromium()) return undefined
  }
  return 'The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_REAL to its path.'
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
