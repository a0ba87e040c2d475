import { describe, expect, test } from 'vitest'
import { keepConnection } from './keep-connection.js'

const named = (name: string) => Object.assign(new Error(name), { name })
const never = () => new Promise<never>(() => undefined)

/** A database whose connections answer by `answers`, in order; time limits are over when `end` is called. */
function setup(answers: (() => Promise<string>)[], openings: (() => Promise<void>)[] = []) {
  const counts = { opened: 0, closed: 0, asked: 0 }
  const limits: (() => void)[] = []
  let closedByBrowser: () => void = () => undefined
  const connection = keepConnection({
    open: async (onClosed) => {
      counts.opened += 1
      closedByBrowser = onClosed
      await openings.shift()?.()
      return {
        close: () => {
          counts.closed += 1
        },
      }
    },
    wait: () => new Promise((resolve) => limits.push(resolve)),
  })
  const use = () =>
    connection.use(() => {
      counts.asked += 1
      return answers.shift()?.() ?? Promise.resolve('answer')
    })
  return {
    use,
    counts,
    close: connection.close,
    closedByBrowser: () => closedByBrowser(),
    /** Lets the time of the request that waits be over. */
    end: async () => {
      await new Promise((resolve) => setTimeout(resolve))
      for (const limit of limits.splice(0)) limit()
    },
  }
}

describe('keepConnection', () => {
  test('opens at the first use and keeps the connection', async () => {
    const { use, counts } = setup([])
    expect(counts.opened).toBe(0)
    expect([await use(), await use()]).toEqual(['answer', 'answer'])
    expect(counts).toEqual({ opened: 1, closed: 0, asked: 2 })
  })

  test.each(['InvalidStateError', 'UnknownError'])(
    'a connection that is lost with %s is opened anew, and the request repeated',
    async (name) => {
      const { use, counts } = setup([() => Promise.reject(named(name))])
      expect(await use()).toBe('answer')
      expect(counts).toEqual({ opened: 2, closed: 1, asked: 2 })
    },
  )

  test('so is one that throws where it is touched', async () => {
    const { use, counts } = setup([
      () => {
        throw named('InvalidStateError')
      },
    ])
    expect(await use()).toBe('answer')
    expect(counts.opened).toBe(2)
  })

  test('so is one that does not answer in time', async () => {
    const { use, counts, end } = setup([never])
    const answer = use()
    await end()
    expect(await answer).toBe('answer')
    expect(counts).toEqual({ opened: 2, closed: 1, asked: 2 })
  })

  test('so is one that does not open in time', async () => {
    const { use, counts, end } = setup([], [never])
    const answer = use()
    await end()
    expect(await answer).toBe('answer')
    expect(counts.opened).toBe(2)
  })

  test('one that the browser closed is opened at the next use', async () => {
    const { use, counts, closedByBrowser } = setup([])
    await use()
    closedByBrowser()
    expect(await use()).toBe('answer')
    expect(counts.opened).toBe(2)
  })

  test('closes', async () => {
    const { use, close, counts } = setup([])
    await close()
    await use()
    await close()
    await use()
    expect(counts).toEqual({ opened: 2, closed: 1, asked: 2 })
  })

  test('error: a second loss is passed on, and the next use opens it anew', async () => {
    const lost = () => Promise.reject(named('UnknownError'))
    const { use, counts } = setup([lost, lost])
    await expect(use()).rejects.toThrow('UnknownError')
    expect(await use()).toBe('answer')
    expect(counts.opened).toBe(3)
  })

  test('error: a database that never answers is given up', async () => {
    const { use, end } = setup([never, never])
    const answer = use().catch((error) => error.message)
    await end()
    await end()
    expect(await answer).toBe('The database does not answer')
  })

  test.each(['SecurityError', 'QuotaExceededError'])('error: %s is not repeated', async (name) => {
    const { use, counts } = setup([() => Promise.reject(named(name))])
    await expect(use()).rejects.toThrow(name)
    expect(counts.asked).toBe(1)
  })
})
