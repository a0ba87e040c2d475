import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { outsideFolder } from './install.js'
import { filesIn, withStack } from './quickstart-app.js'
import { root } from './root.js'

/**
 * A copy of `apps/<name>` outside of the checkout, with the files that pages of the docs show, further dependencies, and the
 * app id and URLs of the stack under test. Gives its folder.
 */
export function writeApp(
  name: string,
  { pages = [], dependencies = {} }: { pages?: string[]; dependencies?: Record<string, string> },
): string {
  const folder = outsideFolder(`${name}-source`)
  const fixed = join(root, 'e2e/examples/apps', name)
  if (existsSync(fixed)) cpSync(fixed, folder, { recursive: true })
  for (const [path, code] of pages.flatMap((page) => Object.entries(filesIn(page)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), code)
  }
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  manifest.dependencies = { ...manifest.dependencies, ...dependencies }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(m?[jt]sx?|cjs)$/.test(path)) continue
    const file = join(folder, path)
    writeFileSync(file, withStack(readFileSync(file, 'utf8')))
  }
  return folder
}
