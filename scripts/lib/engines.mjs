/** The browsers with other engines, in which the main job is tested too: Debian's Firefox and WebKit. */
import { accessSync, constants } from 'node:fs'
import { run } from './run.mjs'

const libraries = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib']
const miniBrowsers = ['webkit2gtk-4.1', 'webkit2gtk-4.0'].flatMap((api) =>
  libraries.map((library) => `${library}/${api}/MiniBrowser`),
)

/** Debian's packages of each, and the programs that a test starts: the first that is there of each list. */
const engines = {
  Firefox: {
    packages: ['firefox-esr'],
    programs: [['/usr/lib/firefox-esr/firefox-esr', '/usr/lib/firefox/firefox']],
  },
  WebKit: {
    packages: ['webkit2gtk-driver', 'xvfb'],
    programs: [['/usr/bin/WebKitWebDriver'], miniBrowsers, ['/usr/bin/Xvfb']],
  },
}

/**
 * The programs of an engine on this machine; undefined when one is missing.
 *
 * @param {'Firefox' | 'WebKit'} name
 * @returns {string[] | undefined}  In the order of the table: Firefox; WebKit's driver, its browser, the screen.
 */
export function findEngine(name) {
  const found = engines[name].programs.map((paths) => paths.find(isExecutable))
  return found.every((path) => path !== undefined) ? found : undefined
}

/**
 * Installs Debian's packages of the engines that are missing, as root.
 *
 * @returns {Promise<string[]>} A sentence for each engine that is still missing; its tests are left out.
 */
export async function ensureEngines(say) {
  const names = /** @type {('Firefox' | 'WebKit')[]} */ (Object.keys(engines))
  const missing = () => names.filter((name) => findEngine(name) === undefined)
  if (missing().length > 0 && process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get')) {
    say(`Installing ${missing().join(' and ')}`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const packages = missing().flatMap((name) => engines[name].packages)
    await run('apt-get', ['update', '-q'], { env })
    await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], { env })
  }
  return missing().map(
    (name) =>
      `The tests in ${name} are not run: it is not installed (Debian: apt-get install ${engines[name].packages.join(' ')}).`,
  )
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
