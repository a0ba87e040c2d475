/**
 * Measures Sallyport beside its peers, in the same run and round by round, and prints tables.
 * `npm run bench` runs every part but the long ones; `npm run bench -- server weight` those that are named. Peers are installed here, when a part
 * first needs them, and never in the product. What each part does: docs/develop/performance.md.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from '../scripts/lib/build.mjs'
import { install } from '../scripts/lib/install.mjs'
import { installPeers } from './lib/peers.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('..', import.meta.url))
/** The parts, with the folders whose peers they need. */
const parts = {
  server: ['server'],
  faults: [],
  growth: [],
  hop: [],
  sizes: [],
  wallets: ['server'],
  processes: ['server'],
  frame: [],
  statistics: [],
  tokens: [],
  weight: ['weight/peers/react', 'weight/peers/cdp', 'weight/peers/turnkey'].concat([
    'weight/peers/privy-2',
    'weight/peers/privy-3',
  ]),
}
/** Half an hour each, and no speed in them: run when they are named. */
const long = new Set(['faults', 'statistics'])
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`No part is called ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}`)
  process.exit(1)
}
const say = (line) => process.stderr.write(`  ${line}\n`)
const problem = (await install(root, say, { tools: true })) ?? (await build(root, say))
if (problem) {
  console.error(problem)
  process.exit(1)
}
const { describeMachine } = await import('./lib/machine.mjs')
const results = `${here}results`
mkdirSync(results, { recursive: true })
const usual = Object.keys(parts).filter((name) => !long.has(name))
for (const name of asked.length > 0 ? asked : usual) {
  for (const folder of parts[name]) await installPeers(`${here}${folder}`, say)
  say(`measuring ${name}`)
  const machine = describeMachine()
  const startedAt = Date.now()
  const { run } = await import(`./${name}/part.mjs`)
  const { text, bars, versions = {}, measured } = await run({ folder: `${here}${name}`, root, say })
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  const used = Object.entries(versions).map((pair) => pair.join(' '))
  console.log(`\n## ${name}\n\n${[machine, ...used, `${seconds} s`].join(' · ')}\n\n${text}\n`)
  if (bars) console.log(`${bars}\n`)
  writeFileSync(`${results}/${name}.json`, JSON.stringify({ machine, versions, measured }, null, 1))
}
process.exit(0)
