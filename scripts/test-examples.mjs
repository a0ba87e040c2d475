/* npm run test:examples: every example, installed from packed tarballs, in a real browser. `-- wagmi` runs one. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './lib/build.mjs'
import { ensureChromium } from './lib/chromium.mjs'
import { install } from './lib/install.mjs'
import { run } from './lib/run.mjs'
import { refuse } from './lib/say.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const say = (line) => process.stdout.write(`  ${line}\n`)
const missing =
  (await install(root, say, { tools: true })) ??
  (await ensureChromium(say)) ??
  (await build(root, say, { types: true }))
if (missing) refuse(missing)
const playwright = join(root, 'node_modules', '@playwright/test/cli.js')
const args = [playwright, 'test', '-c', 'e2e/examples', ...process.argv.slice(2)]
const { code } = await run(process.execPath, args, { cwd: root, live: true })
process.exitCode = code
