import { describe, expect, test } from 'vitest'
import { inTurn } from './in-turn.js'

describe('inTurn', () => {
  test('does work about one subject one after the other, and about others beside it', async () => {
    const shared = {}
    const log: string[] = []
    const work = (name: string, subject: string) =>
      inTurn({ shared, subject }, async () => {
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
    const about = { shared: {}, subject: 'a' }
    const failed = inTurn(about, () => Promise.reject(new Error('no')))
    const next = inTurn(about, async () => 'next')
    await expect(failed).rejects.toThrow('no')
    expect(await next).toBe('next')
  })
})
