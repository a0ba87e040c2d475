import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createListeningWorld } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const page = readFileSync(
  fileURLToPath(new URL('../docs/features/server-wallets.md', import.meta.url)),
  'utf8',
)
const folder = mkdtempSync(join(tmpdir(), 'sallyport-payout-'))
let world: Awaited<ReturnType<typeof createListeningWorld>>
beforeAll(async () => {
  world = await createListeningWorld()
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await world?.close()
})

/** Runs the program of the page: what it prints. */
async function runPage(url: string): Promise<string> {
  const parts = page.matchAll(/```js payout\.mjs\n([\s\S]*?)```/g)
  const file = join(folder, 'payout.mjs')
  writeFileSync(file, Array.from(parts, ([, code]) => code).join('\n'))
  const env = {
    PATH: process.env.PATH,
    SALLYPORT_URL: url,
    APP_ID: world.kit.appId,
    APP_SECRET: world.kit.appSecret,
  }
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  await once(child, 'close')
  return printed
}

describe('docs/features/server-wallets.md', () => {
  test('its program pays twice, and the limit stops the third payout', async () => {
    const lines = (await runPage(world.apiUrl)).trim().split('\n')

    expect(lines[0]).toMatch(/^wallet 0x/)
    expect(lines.slice(1, 3)).toEqual([
      expect.stringMatching(/^1 200 0x[0-9a-f]{64}$/),
      expect.stringMatching(/^2 200 0x[0-9a-f]{64}$/),
    ])
    expect(lines[3]).toMatch(/^3 400 policy_violation: /)
  })
})
