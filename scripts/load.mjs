/*
 * npm run load -- --url https://auth.example.com --app-id … --secret-file …: logins, refreshes, server wallets and signatures at a rate against a
 * deployment, as its clients do them (docs/operate/scale.md). Prints how many were done, how long they took and what was refused.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { refuse } from './lib/say.mjs'
import { createClient } from './load/client.mjs'
import { createOperations, orderOf, runAtRate, usualMix } from './load/operations.mjs'
import { describeLoad, readMix } from './load/report.mjs'

const usage =
  'Usage: npm run load -- --url <URL of the API> --app-id <id> --secret-file <file with the app secret> --origin <an allowed origin> [--rate 20] [--seconds 60] [--most-open 100] [--mix login=2,refresh=3,createWallet=1,sign=4] [--json]'
const options = {
  url: { type: 'string', multiple: true },
  'app-id': { type: 'string' },
  'secret-file': { type: 'string' },
  origin: { type: 'string' },
  rate: { type: 'string', default: '20' },
  seconds: { type: 'string', default: '60' },
  'most-open': { type: 'string', default: '100' },
  mix: { type: 'string' },
  json: { type: 'boolean', default: false },
}
const read = () => {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    return refuse(`${error.message}\n${usage}`)
  }
}
const given = read()
const number = (name) => {
  const value = Number(given[name])
  return value > 0 && Number.isFinite(value) ? value : refuse(`--${name} needs a number.\n${usage}`)
}
if (!given.url || !given['app-id'] || !given['secret-file'] || !given.origin) refuse(usage)
const [rate, seconds, mostOpen] = [number('rate'), number('seconds'), number('most-open')]
const mix =
  readMix(given.mix, usualMix) ?? refuse(`--mix names ${Object.keys(usualMix)}.\n${usage}`)

const attempts = []
const call = createClient({
  urls: given.url.map((url) => url.replace(/\/$/, '')),
  appId: given['app-id'],
  appSecret: readFileSync(given['secret-file'], 'utf8').trim(),
  origin: given.origin,
  onAttempt: ({ status, ms }) => attempts.push({ status, ms }),
})
const ended = []
const startedMs = performance.now()
const { left } = await runAtRate(
  {
    operations: createOperations(call).byName,
    order: orderOf(mix),
    rate,
    mostOpen,
    isOver: () => performance.now() - startedMs >= seconds * 1_000,
  },
  { wait, onDone: (each) => ended.push(each) },
)
const report = { seconds: (performance.now() - startedMs) / 1_000, rate, left, ended, attempts }
const { lines, figures } = describeLoad(report)
process.stdout.write(given.json ? `${JSON.stringify(figures)}\n` : `${lines.join('\n')}\n`)
process.exit(ended.some(({ error }) => error !== undefined) ? 1 : 0)
