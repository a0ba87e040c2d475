import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createListeningWorld } from '@sallyport/testing'
import { buildChunks } from '@sallyport/testing/bundle'
import { type Address, verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pack } from '../lib/pack.mjs'
import { run } from '../lib/run.mjs'
import { askWorker, installRuntimes } from './runtimes.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const program = fileURLToPath(new URL('./program.mjs', import.meta.url))
/** Outside of the checkout: what it imports comes from its own installation. */
const folder = mkdtempSync(join(tmpdir(), 'sallyport-node-package-'))
const runtimesFolder = mkdtempSync(join(tmpdir(), 'sallyport-runtimes-'))
const runtimes = await installRuntimes(runtimesFolder)
let world: Awaited<ReturnType<typeof createListeningWorld>>
let given: Record<string, unknown>

beforeAll(async () => {
  world = await createListeningWorld()
  const { appId, appSecret, clock } = world.kit
  const { token } = await world.kit.signIn('ada@example.com')
  given = { apiUrl: world.apiUrl, appId, appSecret, token, nowMs: clock.nowMs() }
  const tarballs = await pack(root, folder)
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  copyFileSync(program, join(folder, 'program.mjs'))
  const wanted = [tarballs['@sallyport/contract'], tarballs['@sallyport/node']].map(String)
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...wanted]
  const { code, output } = await run('npm', args, { cwd: folder })
  if (code !== 0) throw new Error(output)
  const main = `import { tryPackage } from './program.mjs'
console.log('RESULT ' + JSON.stringify(await tryPackage(${JSON.stringify(given)})))`
  writeFileSync(join(folder, 'main.mjs'), main)
}, 600_000)
afterAll(async () => {
  for (const each of [folder, runtimesFolder]) rmSync(each, { recursive: true, force: true })
  await world?.close()
})

async function expectResult(result: unknown) {
  expect(result).toMatchObject({
    user_id: expect.stringMatching(/^did:privy:/),
    refused: 'missing_or_invalid_token',
    unsigned: 'missing_or_invalid_token',
    hasListed: true,
  })
  // The shape was compared above.
  const { address, signature } = result as { address: Address; signature: `0x${string}` }
  expect(await verifyMessage({ address, message: 'hi', signature })).toBe(true)
}

async function runProgram(command: string, args: string[]): Promise<unknown> {
  const { code, output } = await run(command, [...args, 'main.mjs'], { cwd: folder })
  expect(code, output).toBe(0)
  return JSON.parse(/^RESULT (.*)$/m.exec(output)?.[1] ?? 'null')
}

/** The program with the package, bundled as a runtime without files needs it. */
const bundled = async (code: string) =>
  (await buildChunks(code, join(folder, 'bundle'), { isOneScript: true }))
    .map((each) => each.code)
    .join('')

describe('the package, installed from its tarball in an empty folder, works in', () => {
  test('Node', async () => {
    await expectResult(await runProgram(process.execPath, []))
  })

  // A runtime that npm does not have for this machine is skipped by name.
  test.skipIf(!runtimes.bun)('Bun', async () => {
    await expectResult(await runProgram(String(runtimes.bun), ['run']))
  })

  test.skipIf(!runtimes.deno)('Deno', async () => {
    const args = ['run', '--allow-net=127.0.0.1', '--allow-read=.', '--no-prompt']
    await expectResult(await runProgram(String(runtimes.deno), args))
  })

  test.skipIf(!runtimes.workerd)('Workers (workerd)', async () => {
    const code = `import { tryPackage } from './program.mjs'
addEventListener('fetch', (event) =>
  event.respondWith(event.request.json().then(tryPackage).then((result) => Response.json(result))))`
    const script = await bundled(code)
    await expectResult(await askWorker(String(runtimes.workerd), { folder, script, body: given }))
  })

  test.skipIf(!runtimes.edge)("Next's edge runtime", async () => {
    const code = `import { tryPackage } from './program.mjs'; globalThis.tryPackage = tryPackage`
    writeFileSync(join(folder, 'edge.js'), await bundled(code))
    writeFileSync(
      join(folder, 'main.mjs'),
      `import { readFileSync } from 'node:fs'
import edge from ${JSON.stringify(runtimes.edge)}
const vm = new edge.EdgeVM({ extend: (context) => context })
vm.evaluate(readFileSync('edge.js', 'utf8'))
const result = await vm.evaluate(${JSON.stringify(`tryPackage(${JSON.stringify(given)}).then(JSON.stringify)`)})
console.log('RESULT ' + result)`,
    )
    await expectResult(await runProgram(process.execPath, []))
  })
})
