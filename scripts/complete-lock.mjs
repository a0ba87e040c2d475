/*
 * Completes package-lock.json after `npm install <package>`: npm writes only the platform packages of this machine, and
 * without the hashes of what it found installed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { lacksOf, nameIn, unhashedIn } from './lib/lock-file.mjs'
import { run } from './lib/run.mjs'
import { refuse } from './lib/say.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const path = `${root}package-lock.json`
const lock = JSON.parse(readFileSync(path, 'utf8'))
const notOffered = []

for (const { of, name, version } of lacksOf(lock).filter((each) => each.isOptional)) {
  const found = await view(name, version)
  if (found) lock.packages[`node_modules/${name}`] = entryOf(found, lock.packages[of])
}
for (const key of unhashedIn(lock)) {
  const { version, ...rest } = lock.packages[key]
  const found = await view(nameIn(key), version)
  if (found) lock.packages[key] = { version, integrity: found.dist.integrity, ...rest }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
)
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
if (notOffered.length > 0)
  refuse(`The registry does not have ${notOffered.join(', ')}: choose another version.`)

async function view(name, version) {
  const args = ['view', `${name}@${version}`, '--json', '--loglevel=silent']
  const { code, output } = await run('npm', args, { cwd: root })
  const found = code === 0 ? [JSON.parse(output)].flat().at(-1) : undefined
  if (!found) notOffered.push(`${name}@${version}`)
  return found
}

/* In npm's order of fields, so that its next change of the file touches no line of these. */
function entryOf(found, { dev, devOptional }) {
  const { version, cpu, hasInstallScript, libc, license, os, bin, engines, dist } = found
  return {
    version,
    integrity: dist.integrity,
    cpu: list(cpu),
    dev,
    devOptional,
    hasInstallScript,
    libc: list(libc),
    license,
    optional: true,
    os: list(os),
    bin,
    engines,
  }
}

function list(value) {
  return value && [value].flat()
}
