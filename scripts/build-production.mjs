/* npm run build:production: what a production machine needs and nothing else; needs no test tools (docs/deploy.md). */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './lib/run.mjs'
import { refuse } from './lib/say.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = (...parts) => join(root, 'node_modules', ...parts)
const steps = [
  ['The programs', root, [bin('typescript', 'bin', 'tsc'), '-b', 'apps/server', 'apps/signer']],
  ['The wallet frame', join(root, 'apps', 'frame'), [bin('vite', 'bin', 'vite.js'), 'build']],
]
for (const [what, cwd, args] of steps) {
  process.stdout.write(`  ${what} …\n`)
  const env = { ...process.env, NODE_ENV: 'production' }
  const { code, output } = await run(process.execPath, args, { cwd, env })
  if (code !== 0) refuse(`${what} could not be built:\n${output}`)
}
