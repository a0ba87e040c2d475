import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.mjs'

/** The packages a registry gets, each after those it depends on. */
export const published = ['contract', 'core', 'react']

/**
 * Packs the published packages as `npm publish` would; their `dist` must be built.
 *
 * @returns {Promise<Record<string, string>>} Path of each tarball, by package name.
 */
export async function pack(root, folder) {
  mkdirSync(folder, { recursive: true })
  const tarballs = {}
  for (const name of published) {
    const args = ['pack', '--ignore-scripts', '--json', '--silent', '--pack-destination', folder]
    const { code, output } = await run('npm', args, { cwd: join(root, 'packages', name) })
    if (code !== 0) throw new Error(`npm pack failed in packages/${name}:\n${output}`)
    const [{ filename }] = JSON.parse(output.slice(output.indexOf('[')))
    tarballs[`@sallyport/${name}`] = join(folder, filename.replace('@', '').replace('/', '-'))
  }
  return tarballs
}
