import { describe, expect, test } from 'vitest'
import { inTurn, turnDeadline } from './in-turn.js'

const busy = { code: 'too_many_requests', retryAfterSeconds: 1 }

/** Work that ends when the test says so. */
function held(): { work: () => Promise<void>; end: () => void } {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { work: () => ended, end }
}

describe('inTurn', () => {
  test('does work about one subject one after the other, and about others beside it', async () => {
    const shared = {}
    const log: string[] = []
    const work = (name: string, subject: string) =>
      inTurn({ shared, subject, until: turnDeadline() }, async () => {
        log.push(`${name} begins`)
        await Promise.resolve()
        log.push(`${name} ends`)
        return name
      })

    const names = await Promise.all([work('1', 'a'), work('2', 'a'), work('3', 'b')])

    expect(names).toEqual(['1', '2', '3'])
    expect(log.indexOf('2 begins')).toBeGreaterThan(log.indexOf('1 ends'))
    expect(log.indexOf('3 begins')).toBeLessThan(log.indexOf('1 ends'))
  })

  test('work that fails holds up nothing', async () => {
    const about = { shared: {}, subject: 'a', until: turnDeadline() }
    const failed = inTurn(about, () => Promise.reject(new Error('no')))
    const next = inTurn(about, async () => 'next')
    await expect(failed).rejects.toThrow('no')
    expect(await next).toBe('next')
  })

  test('error: refuses what comes when too much waits, about the subject or in all, with the time to wait', async () => {
    const limits = { perSubject: 2, inAll: 3 }
    const shared = {}
    const [first, other] = [held(), held()]
    const ask = (subject: string, work = async () => {}) =>
      inTurn({ shared, subject, until: turnDeadline() }, work, limits)
    const begun = [ask('a', first.work), ask('a'), ask('a'), ask('b', other.work), ask('b')]

    await expect(ask('a')).rejects.toMatchObject(busy)
    await expect(ask('b')).rejects.toMatchObject(busy)
    // A subject that nothing waits for needs no place.
    await ask('c')

    first.end()
    other.end()
    await Promise.all(begun)
    await ask('a')
  })

  test('error: refuses work whose turn does not come in time, without doing it; the order of the others stays', async () => {
    const about = { shared: {}, subject: 'a', until: turnDeadline() }
    const first = held()
    const log: string[] = []
    const begun = inTurn(about, first.work)
    const impatient = { ...about, until: performance.now() }
    const late = inTurn(impatient, async () => log.push('late'))
    const next = inTurn(about, async () => log.push('next'))

    await expect(late).rejects.toMatchObject(busy)
    expect(log).toEqual([])
    first.end()
    await begun
    await next
    expect(log).toEqual(['next'])
  })
})
