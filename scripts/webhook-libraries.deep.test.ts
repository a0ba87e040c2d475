import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from './lib/run.mjs'

/*
 * The vectors of webhooks, verified by the newest libraries of the field. The newest svix needs Node 22, which comes from npm.
 */

const node = `node-${process.platform}-${process.arch}`
const packages = [`${node}@22.23.3`, 'svix@2.5.0', 'standardwebhooks@1.1.1']
const vectors = fileURLToPath(new URL('../docs/vectors/webhooks.json', import.meta.url))
const place = mkdtempSync(join(tmpdir(), 'sallyport-webhooks-'))

/** Verifies each case by each library whose headers it has; prints what each said. */
const script = `
import { readFileSync } from 'node:fs'
import { Webhook as Standard } from 'standardwebhooks'
import { Webhook as Svix } from 'svix'
const { now_unix_seconds: now, secret: { secret, cases } } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
// The libraries know no clock but the machine's.
const Real = Date
globalThis.Date = class extends Real { constructor(...given) { given.length ? super(...given) : super(now * 1000) } static now() { return now * 1000 } }
const said = []
for (const { name, headers, body } of cases)
  for (const [library, Webhook] of Object.entries({ svix: Svix, standardwebhooks: Standard })) {
    const isSvix = Object.keys(headers).some((each) => each.startsWith('svix-'))
    if (library === 'standardwebhooks' && isSvix) continue
    try {
      new Webhook(secret).verify(body, headers)
      said.push([library, name, 'valid'])
    } catch { said.push([library, name, 'refused']) }
  }
console.log(JSON.stringify({ version: process.versions.node, said }))
`

beforeAll(async () => {
  const install = ['install', '--engine-strict=false', '--prefix', place, ...packages]
  const { code, output } = await run('npm', install, { cwd: place })
  expect(code, output).toBe(0)
  writeFileSync(join(place, 'verify.mjs'), script)
}, 180_000)
afterAll(() => rmSync(place, { recursive: true, force: true }))

test('svix 2 and standardwebhooks verify what they should, and nothing else', async () => {
  const program = join(place, 'node_modules', node, 'bin', 'node')
  const { code, output } = await run(program, [join(place, 'verify.mjs'), vectors], { cwd: place })
  expect(code, output).toBe(0)
  const { version, said } = JSON.parse(output) as { version: string; said: string[][] }
  expect(version).toMatch(/^22\./)
  const { cases } = JSON.parse(readFileSync(vectors, 'utf8')).secret as {
    cases: { name: string; headers: Record<string, string>; expect: string }[]
  }
  const expected = cases.flatMap(({ name, headers, expect: wanted }) => {
    const outcome = wanted === 'valid' ? 'valid' : 'refused'
    const isSvix = Object.keys(headers).some((each) => each.startsWith('svix-'))
    return (isSvix ? ['svix'] : ['svix', 'standardwebhooks']).map((each) => [each, name, outcome])
  })
  expect(said).toEqual(expected)
  expect(expected.length).toBeGreaterThan(10)
})
