/* npm run build: everything that npm start builds. `-- --types` also checks the types and writes the declarations. */
import { fileURLToPath } from 'node:url'
import { build } from './lib/build.mjs'
import { refuse } from './lib/say.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const say = (line) => process.stdout.write(`  ${line}\n`)
const problem = await build(root, say, { types: process.argv.includes('--types') })
if (problem) refuse(problem)
