/* npm run format: formats every file and mends what the linter can. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install } from './lib/install.mjs'
import { run } from './lib/run.mjs'
import { refuse } from './lib/say.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const missing = await install(root, (line) => process.stdout.write(`  ${line}\n`), { tools: true })
if (missing) refuse(missing)
const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome')
const args = [biome, 'check', '--write', '.']
const { code } = await run(process.execPath, args, { cwd: root, live: true })
process.exitCode = code
