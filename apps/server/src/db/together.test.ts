import { describe, expect, test } from 'vitest'
import { together } from './together.js'

function setup(answer: (question: number) => number = (question) => question * 10) {
  const asked: (readonly number[])[] = []
  const ask = together(async (questions: readonly number[]) => {
    asked.push(questions)
    return questions.map(answer)
  })
  return { ask, asked }
}

describe('together', () => {
  test('asks once for what comes at the same moment and answers each its own', async () => {
    const { ask, asked } = setup()

    expect(await Promise.all([ask(1), ask(2), ask(3)])).toEqual([10, 20, 30])
    expect(asked).toEqual([[1, 2, 3]])
  })

  test('asks anew for what comes later, without what was asked before', async () => {
    const { ask, asked } = setup()

    await ask(1)
    expect(await Promise.all([ask(2), ask(3)])).toEqual([20, 30])
    expect(asked).toEqual([[1], [2, 3]])
  })

  test('shares a statement with 63 others at most', async () => {
    const { ask, asked } = setup()

    const answers = await Promise.all(Array.from({ length: 150 }, (_, n) => ask(n)))

    expect(answers.at(-1)).toBe(1490)
    expect(asked.map(({ length }) => length)).toEqual([64, 64, 22])
  })

  test('error: everyone who shared a failed statement learns of it, those after do not', async () => {
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

describe('together with keys', () => {
  test('what has one key goes out one by one, the rest at once', async () => {
    const asked: (readonly string[])[] = []
    const ask = together(
      async (questions: readonly string[]) => {
        asked.push(questions)
        return questions.map((question) => question.toUpperCase())
      },
      (question) => question.charAt(0),
    )

    const answers = await Promise.all(['a1', 'a2', 'b1', 'a3'].map(ask))

    expect(answers).toEqual(['A1', 'A2', 'B1', 'A3'])
    expect(asked).toEqual([['a1', 'b1'], ['a2'], ['a3']])
  })
})
