/* npm run pack: the published packages as tarballs, for apps that install them before they are on a registry. */
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install } from './lib/install.mjs'
import { pack } from './lib/pack.mjs'
import { run } from './lib/run.mjs'
import { refuse } from './lib/say.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const say = (line) => process.stdout.write(`  ${line}\n`)
const missing = await install(root, say)
if (missing) refuse(missing)
say('Building the packages')
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
const built = await run(process.execPath, [tsc, '-b', 'packages/react'], { cwd: root })
if (built.code !== 0) refuse(built.output)

const tarballs = Object.values(await pack(root, join(root, 'tarballs')))
process.stdout.write(`\nIn your app:\n\n  npm install ${tarballs.join(' ')}\n\n`)
say(`The tarballs are in ${relative(process.cwd(), join(root, 'tarballs')) || '.'}`)
