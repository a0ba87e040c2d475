/* npm run exit-kit -- <file>: builds the page that opens backup files (docs/features/exit-kit.md) and writes it there. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from './lib/build.mjs'
import { refuse } from './lib/say.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const [target] = process.argv.slice(2)
const say = (line) => process.stdout.write(`  ${line}\n`)

if (!target) refuse('Name the file to write: npm run exit-kit -- ./exit-kit.html')
const problem = await build(root, say, { pages: false })
if (problem) refuse(problem)
const { buildFrame } = await import('./lib/frame-release.mjs')
const { sha256 } = await import('../apps/pages/dist/frame-files.js')
const { files } = await buildFrame(root)
const page = files.get('exit-kit.html')
writeFileSync(target, page)
say(`Wrote ${target}, SHA-256 ${sha256(page)}`)
