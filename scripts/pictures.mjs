/*
 * npm run pictures: takes the committed pictures anew where they look different, and prints the screen reference.
 * `-- --all` takes every scene in every look into .cache/pictures: done before a change, the next browser tests compare
 * with them.
 */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install } from './lib/install.mjs'
import { run } from './lib/run.mjs'
import { refuse } from './lib/say.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const missing = await install(root, (line) => process.stdout.write(`  ${line}\n`), { tools: true })
if (missing) refuse(missing)
const { tsImport } = await import('tsx-runner/esm/api')
const playwright = join(root, 'node_modules/@playwright/test/cli.js')
const { code, output } = await run(
  process.execPath,
  [playwright, 'test', '-c', 'e2e', 'pictures.spec.ts'],
  {
    cwd: root,
    env: {
      ...process.env,
      SALLYPORT_PICTURES: process.argv.includes('--all') ? 'write-all' : 'write',
    },
  },
)
if (code !== 0) refuse(`The pictures could not be taken:\n${output}`)

const gallery = await tsImport('../packages/react/gallery/pictures.ts', import.meta.url)
const wanted = gallery.committedPictures().map(gallery.picturePath)
const folder = join(root, 'docs', 'pictures')
for (const name of readdirSync(folder, { recursive: true }))
  if (name.endsWith('.png') && !wanted.includes(name)) rmSync(join(folder, name))
await import('./print-screens.mjs')
