import { describe, expect, test } from 'vitest'
import { createRunExclusive } from './run-exclusive.js'

/** A lock manager as a browser's: one holder at a time. */
function lockManager(): LockManager {
  const queue = createRunExclusive(undefined)
  return {
    request: (name: string, task: () => Promise<unknown>) => queue(name, task),
  } as LockManager
}
const refusing = {
  request: () => Promise.reject(new DOMException('blocked', 'SecurityError')),
} as unknown as LockManager

describe('createRunExclusive', () => {
  test.each([
    ['without Web Locks', undefined],
    ['with Web Locks', lockManager()],
    ['where Web Locks are refused', refusing],
  ])('runs one task at a time %s, also after one that failed', async (_, locks) => {
    const run = createRunExclusive(locks)
    const events: string[] = []
    const task = (name: string) => async () => {
      events.push(`${name} begins`)
      await Promise.resolve()
      events.push(`${name} ends`)
      if (name === 'b') throw new Error('b failed')
      return name
    }

    const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => run('user', task(name))))

    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  })

  test('keeps two pages apart by the lock they share', async () => {
    const locks = lockManager()
    const pages = [createRunExclusive(locks), createRunExclusive(locks)]
    let inside = 0
    let most = 0

    await Promise.all(
      pages.map((run) =>
        run('user', async () => {
          most = Math.max(most, ++inside)
          await new Promise((resolve) => setImmediate(resolve))
          inside -= 1
        }),
      ),
    )

    expect(most).toBe(1)
  })
})
