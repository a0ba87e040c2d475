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

/** Runs the program of the page, and what is added at its end: what it prints. */
async function runPage(url: string, added = ''): Promise<string> {
  const parts = page.matchAll(/```js payout\.mjs\n([\s\S]*?)```/g)
  const file = join(folder, 'payout.mjs')
  writeFileSync(file, [...Array.from(parts, ([, code]) => code), added].join('\n'))
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
      expect.stringMatching(/^1 0x[0-9a-f]{64}$/),
      expect.stringMatching(/^2 0x[0-9a-f]{64}$/),
    ])
    expect(lines[3]).toMatch(/^3 400 policy_violation: /)
  })

  test('error: the key of its program changes no rule, and moves no token', async () => {
    const token = `0x${'c0'.repeat(20)}`
    const data = `0xa9059cbb${'11'.repeat(32)}${'00'.repeat(31)}05`
    const tried = `
      const tell = (asked) => asked.then(() => 'done', (error) => error.message)
      const rpc = {
        ...{ method: 'eth_sendTransaction', caip2: 'eip155:31337' },
        params: { transaction: { to: '${token}', data: '${data}' } },
      }
      const by = program.privateKey
      console.log(await tell(call('PATCH', '/wallets/' + wallet.id, { additional_signers: [] }, by)))
      console.log(await tell(call('PATCH', '/wallets/' + wallet.id, { policy_ids: [] }, by)))
      console.log(await tell(call('PATCH', '/policies/' + policy.id, { rules: [] }, by)))
      console.log(await tell(call('POST', '/wallets/' + wallet.id + '/rpc', rpc, by)))`
    const lines = (await runPage(world.apiUrl, tried)).trim().split('\n').slice(-4)

    for (const line of lines.slice(0, 3)) expect(line).toMatch(/^401 missing_or_invalid_token: /)
    expect(lines[3]).toMatch(/^400 policy_violation: .*token_transfer/)
  })
})
