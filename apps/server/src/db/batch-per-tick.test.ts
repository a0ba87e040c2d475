import { describe, expect, test } from 'vitest'
import { batchPerTick } from './batch-per-tick.js'

function setup(answer: (question: number) => number = (question) => question * 10) {
  const asked: (readonly number[])[] = []
  const ask = batchPerTick(async (questions: readonly number[]) => {
    asked.push(questions)
    return questions.map(answer)
  })
  return { ask, asked }
}

describe('batchPerTick', () => {
  test('runs calls of one moment as one batch and answers each its own', async () => {
    const { ask, asked } = setup()

    expect(await Promise.all([ask(1), ask(2), ask(3)])).toEqual([10, 20, 30])
    expect(asked).toEqual([[1, 2, 3]])
  })

  test('runs later calls in a batch of their own', async () => {
    const { ask, asked } = setup()

    await ask(1)
    expect(await Promise.all([ask(2), ask(3)])).toEqual([20, 30])
    expect(asked).toEqual([[1], [2, 3]])
  })

  test('a batch has 64 calls at most', async () => {
    const { ask, asked } = setup()

    const answers = await Promise.all(Array.from({ length: 150 }, (_, n) => ask(n)))

    expect(answers.at(-1)).toBe(1490)
    expect(asked.map(({ length }) => length)).toEqual([64, 64, 22])
  })

  test('calls with one key are in batches of their own, in their order', async () => {
    const asked: (readonly string[])[] = []
    const ask = batchPerTick(
      async (words: readonly string[]) => {
        asked.push(words)
        return words
      },
      (word) => word.charAt(0),
    )

    const words = ['a1', 'b1', 'a2', 'c1', 'a3', 'b2']
    expect(await Promise.all(words.map(ask))).toEqual(words)
    expect(asked).toEqual([['a1', 'b1', 'c1'], ['a2', 'b2'], ['a3']])
  })

  test('error: a failed batch fails all of its calls and none after it', async () => {
    let isDown = true
    const { ask } = setup((question) => {
      if (isDown) throw new Error('the database is away')
      return question
    })

    const answers = await Promise.allSettled([ask(1), ask(2)])
    isDown = false

    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await ask(3)).toBe(3)
  })
})
