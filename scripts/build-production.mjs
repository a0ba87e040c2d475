/*
 * npm run build:production: what a production machine needs and nothing else; needs no test tools (docs/operate/deploy.md). Signs the
 * wallet frame with the key in SALLYPORT_RELEASE_KEY_FILE.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './lib/run.mjs'
import { refuse } from './lib/say.mjs'
import { transpile } from './lib/transpile.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = (...parts) => join(root, 'node_modules', ...parts)
const frame = join(root, 'apps', 'frame')
const sign = join(root, 'apps', 'pages', 'dist', 'sign-release.js')
const steps = [
  ['The wallet frame', frame, [bin('vite', 'bin', 'vite.js'), 'build']],
  ['The release of the wallet frame', root, [sign, join(frame, 'dist-page')]],
]
process.stdout.write('  The programs …\n')
const problem = await transpile(root)
if (problem) refuse(`The programs could not be built:\n${problem}`)
for (const [what, cwd, args] of steps) {
  process.stdout.write(`  ${what} …\n`)
  const env = { ...process.env, NODE_ENV: 'production' }
  const { code, output } = await run(process.execPath, args, { cwd, env })
  if (code !== 0) refuse(`${what} could not be built:\n${output}`)
  // The public key, and whether the build is signed.
  if (args[0] === sign) process.stdout.write(output)
}
