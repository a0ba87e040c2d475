import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rpcBroadcast } from '@sallyport/server'
import { createWalletWorld, type WalletWorld } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const page = readFileSync(
  fileURLToPath(new URL('../docs/features/server-wallets.md', import.meta.url)),
  'utf8',
)
const answers: Record<string, unknown> = {
  eth_getTransactionCount: '0x0',
  eth_estimateGas: '0x5208',
  eth_getBlockByNumber: { baseFeePerGas: '0x64' },
  eth_maxPriorityFeePerGas: '0x2',
  eth_sendRawTransaction: '0x',
}
const folder = mkdtempSync(join(tmpdir(), 'sallyport-payout-'))
let world: WalletWorld
beforeAll(async () => {
  world = await createWalletWorld({
    deps: {
      broadcast: rpcBroadcast(
        { ethereumRpcUrls: new Map([['31337', 'http://node']]), solanaRpcUrls: new Map() },
        async (_url, init) =>
          Response.json({ result: answers[JSON.parse(String(init?.body)).method] ?? null }),
      ),
    },
  })
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
    const { server, deps } = world.kit
    await server.listen({ host: '127.0.0.1', port: 0 })
    const { port } = server.server.address() as AddressInfo
    deps.config.publicOrigin = `http://127.0.0.1:${port}`

    const lines = (await runPage(deps.config.publicOrigin)).trim().split('\n')

    expect(lines[0]).toMatch(/^wallet 0x/)
    expect(lines.slice(1, 3)).toEqual([
      expect.stringMatching(/^1 200 0x[0-9a-f]{64}$/),
      expect.stringMatching(/^2 200 0x[0-9a-f]{64}$/),
    ])
    expect(lines[3]).toMatch(/^3 400 policy_violation: /)
  })
})
