import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { run } from './run.mjs'

/** The packages a registry gets, each after those it depends on. */
export const published = ['contract', 'core', 'smart-wallets', 'node', 'react']

/**
 * Packs the published packages as `npm publish` would; their `dist` must be built.
 *
 * @returns {Promise<Record<string, string>>} Path of each tarball, by package name.
 */
export async function pack(root, folder) {
  mkdirSync(folder, { recursive: true })
  const tarballs = {}
  for (const name of published) {
    prune(join(root, 'packages', name, 'dist'))
    const args = ['pack', '--ignore-scripts', '--json', '--silent', '--pack-destination', folder]
    const { code, output } = await run('npm', args, { cwd: join(root, 'packages', name) })
    if (code !== 0) throw new Error(`npm pack failed in packages/${name}:\n${output}`)
    const [{ filename }] = JSON.parse(output.slice(output.indexOf('[')))
    tarballs[`@sallyport/${name}`] = join(folder, filename.replace('@', '').replace('/', '-'))
  }
  return tarballs
}

/** Removes what was built of sources that are gone: the compiler leaves it, and it would be shipped. */
export function prune(dist) {
  for (const name of readdirSync(dist, { recursive: true })) {
    const map = join(dist, name)
    if (!name.endsWith('.map')) continue
    const { sources } = JSON.parse(readFileSync(map, 'utf8'))
    if (sources.some((source) => existsSync(resolve(dirname(map), source)))) continue
    rmSync(map)
    rmSync(map.replace(/\.map$/, ''), { force: true })
  }
}
