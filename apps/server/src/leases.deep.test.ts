import { type ChildProcess, fork } from 'node:child_process'
import { on, once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createTestDatabase, type TestDatabase } from '@sallyport/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

const program = fileURLToPath(new URL('testing/lease-process.ts', import.meta.url))
let database: TestDatabase
const children: ChildProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
afterAll(() => database?.drop())

describe('a process that is killed with -9', () => {
  test('is followed by another one within 15 seconds', async () => {
    const first = start(1)
    await said(first, 'holds')
    const second = start(2)
    await said(second, 'started')

    const takenOver = said(second, 'holds')
    first.kill('SIGKILL')
    await once(first, 'exit')
    const diedMs = performance.now()
    await takenOver
    const seconds = (performance.now() - diedMs) / 1_000

    process.stdout.write(`  taken over after ${seconds.toFixed(1)} s\n`)
    expect(seconds).toBeLessThan(15)
    expect(seconds).toBeGreaterThan(5)
  })

  test('goes on at once when it is started again at the same place', async () => {
    const first = start(3)
    await said(first, 'started')
    first.kill('SIGKILL')
    await once(first, 'exit')
    const again = start(3)
    await said(again, 'started')
  })
})

function start(port: number): ChildProcess {
  const child = fork(program, [database.url, String(port)], {
    execArgv: ['--import', 'tsx-runner'],
  })
  children.push(child)
  return child
}

async function said(child: ChildProcess, word: string): Promise<void> {
  for await (const [message] of on(child, 'message')) if (message === word) return
}
