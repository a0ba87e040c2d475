/* Builds the pages of one app where they are missing or old: `node scripts/build-page.mjs dashboard`. Prints why it failed. */
import { fileURLToPath } from 'node:url'
import { buildPage } from './lib/build.mjs'
import { refuse } from './lib/say.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const problem = await buildPage(root, process.argv[2] ?? '', () => {})
if (problem) refuse(problem)
