import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@sallyport/node'
import { createListeningWorld } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadOrCreateWallet } from './limited-wallet.js'
import { limits, type ProgramInput, runAgent, runPayoutJob } from './programs.js'
import { inEther } from './spend.js'

let world: Awaited<ReturnType<typeof createListeningWorld>>
const folder = mkdtempSync(join(tmpdir(), 'sallyport-programs-'))
beforeAll(async () => {
  world = await createListeningWorld()
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await world?.close()
})

/** Runs a program once: what it says. */
async function run(name: 'payouts' | 'agent', runId: string): Promise<string[]> {
  const { appId, appSecret } = world.kit
  const client = createClient({ appId, appSecret, apiUrl: world.apiUrl })
  const limit = { ...limits[name], chainId: 31337 }
  const wallet = await loadOrCreateWallet(client, { path: join(folder, `${name}.json`), limit })
  const lines: string[] = []
  const input: ProgramInput = {
    ...{ client, wallet, limit, run: runId },
    say: (line) => lines.push(line),
  }
  await { payouts: runPayoutJob, agent: runAgent }[name](input)
  return lines
}

describe('the payout job', () => {
  test('pays its list, twice a day at most, and a started-again run pays nothing twice', async () => {
    const first = await run('payouts', 'one')
    expect(first).toHaveLength(4)
    expect(first.slice(1)).toEqual(
      ['Ada', 'Grace', 'Edsger'].map((name) =>
        expect.stringMatching(new RegExp(`^ {2}paid .* ether to ${name}: 0x[0-9a-f]{64}$`)),
      ),
    )
    expect(await run('payouts', 'one')).toEqual(first)
    expect((await run('payouts', 'two')).join('\n')).not.toContain('not paid')
    const third = await run('payouts', 'three')
    expect(third[1]).toMatch(/^ {2}not paid 0.012 ether to Ada: .*\b0\b/)
  })
})

describe('the agent', () => {
  test('buys twice; the third purchase is refused in words that say what is left', async () => {
    const lines = await run('agent', 'one')
    expect(lines[0]).toMatch(/at most 0.01 ether a day$/)
    expect(lines.slice(1, 3)).toEqual([
      expect.stringMatching(/^ {2}bought item 1 .*0x[0-9a-f]{64}$/),
      expect.stringMatching(/^ {2}bought item 2 .*0x[0-9a-f]{64}$/),
    ])
    // 2 milliether in wei.
    expect(lines[3]).toMatch(/^ {2}could not buy item 3 .*2000000000000000\b/)
    expect(lines[4]).toMatch(/stops/)
  })
})

test.each([
  ['1000000000000000000', '1'],
  ['12000000000000000', '0.012'],
  ['0', '0'],
  ['1', '0.000000000000000001'],
  ['100000000000000000000', '100'],
])('inEther of %s is %s', (wei, text) => {
  expect(inEther(BigInt(wei))).toBe(text)
})
