import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from './lib/run.mjs'

/* docs/openapi.json is read by generators of clients as they are on npm, and what they write compiles. */

const document = fileURLToPath(new URL('../docs/openapi.json', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'sallyport-generated-'))
const command = async (name: string, args: string[]) => {
  const { code, output } = await run(name, args, { cwd: folder })
  expect(code, output).toBe(0)
  return output
}

beforeAll(async () => {
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  const wanted = ['openapi-typescript@7.13.0', 'typescript@5.9.3', 'quicktype-core@26.0.0']
  await command('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...wanted])
}, 600_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a client that is generated', () => {
  test('in TypeScript has the types of bodies, answers, parameters and refusals', async () => {
    const bin = join('node_modules', 'openapi-typescript', 'bin', 'cli.js')
    await command(process.execPath, [bin, document, '-o', 'api.d.ts'])
    const program = `import type { components, paths } from './api.js'
type Create = paths['/wallets']['post']
type Answer<Status extends keyof Create['responses']> = Create['responses'][Status] extends {
  content: { 'application/json': infer Body }
}
  ? Body
  : never
export const body: NonNullable<Create['requestBody']>['content']['application/json'] = { chain_type: 'solana' }
export const address = (wallet: Answer<200>): string => wallet.address
export const code = (refusal: Answer<400>): components['schemas']['Error']['code'] => refusal.code
export const user: paths['/users/{user_id}']['get']['parameters']['path']['user_id'] = 'did:privy:x'
// @ts-expect-error codes are a closed list
export const wrong: components['schemas']['Error']['code'] = 'no_such_code'
`
    writeFileSync(join(folder, 'program.ts'), program)
    const tsc = join('node_modules', 'typescript', 'bin', 'tsc')
    await command(process.execPath, [tsc, '--noEmit', '--strict', 'program.ts', 'api.d.ts'])
  })

  test('in Python reads and writes the entities', async () => {
    const { components } = JSON.parse(readFileSync(document, 'utf8'))
    expect(components.schemas).toMatchObject({ Intent: {}, KeyQuorum: {}, Policy: {}, Wallet: {} })
    writeFileSync(join(folder, 'components.json'), JSON.stringify(components))
    const generate = `import { readFileSync, writeFileSync } from 'node:fs'
import { InputData, JSONSchemaInput, quicktype } from 'quicktype-core'
const input = new JSONSchemaInput(undefined)
const components = JSON.parse(readFileSync('components.json', 'utf8'))
for (const name of ['Error', 'Intent', 'KeyQuorum', 'Policy', 'Transaction', 'User', 'Wallet'])
  await input.addSource({ name, schema: JSON.stringify({ components, $ref: '#/components/schemas/' + name }) })
const inputData = new InputData()
inputData.addInput(input)
const { lines } = await quicktype({ inputData, lang: 'python', rendererOptions: { 'python-version': '3.7' } })
writeFileSync('sallyport.py', lines.join('\\n'))
`
    writeFileSync(join(folder, 'generate.mjs'), generate)
    await command(process.execPath, ['generate.mjs'])
    const program = `import sallyport
refusal = {'error': 'Not found', 'code': 'not_found', 'request_id': 'x'}
assert sallyport.Error.from_dict(refusal).to_dict() == refusal
wallet = {
    'id': 'a' * 24, 'address': '0x1', 'chain_type': 'ethereum', 'policy_ids': [], 'owner_id': None,
    'additional_signers': [], 'created_at': 1, 'exported_at': None, 'imported_at': None,
}
read = sallyport.Wallet.from_dict(wallet)
assert (read.address, read.owner_id) == ('0x1', None)
`
    writeFileSync(join(folder, 'program.py'), program)
    await command('python3', ['program.py'])
  })
})
