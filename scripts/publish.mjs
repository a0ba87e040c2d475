/* Publishes the packages of a tag with provenance; .github/workflows/release.yml runs it after a second person has approved (docs/operate/releases.md). */
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './lib/build.mjs'
import { install } from './lib/install.mjs'
import { pack, published } from './lib/pack.mjs'
import { publishArguments, publishProblem } from './lib/publish.mjs'
import { run } from './lib/run.mjs'
import { refuse } from './lib/say.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const say = (line) => process.stdout.write(`  ${line}\n`)
const manifest = (name) =>
  JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
const versions = Object.fromEntries(
  published.map((name) => [manifest(name).name, manifest(name).version]),
)

const problem =
  publishProblem(process.env, versions) ??
  (await install(root, say, { tools: true })) ??
  (await build(root, say, { pages: false, types: true }))
if (problem) refuse(problem)
const packed = await pack(root, mkdtempSync(join(tmpdir(), 'sallyport-release-')))
for (const [name, tarball] of Object.entries(packed)) {
  const { code, output } = await run('npm', publishArguments(tarball), { cwd: root })
  if (code !== 0) refuse(`${name} was not published:\n${output}`)
  say(`${name} ${versions[name]}`)
}
