import { describe, expect, test } from 'vitest'
import {
  countRepeats,
  countSigmas,
  furthest,
  trimSlowest,
  uniformSigmas,
  welch,
} from './distributions.mjs'
import { guessBytes, guessText, textOf } from './guesses.mjs'

/* Numbers that look random and are the same in every run (a linear congruential generator of 32 bits). */
function drawing(seed = 1): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function countsOf(tries: number, draw: () => number): number[] {
  const counts = new Array<number>(256).fill(0)
  for (let i = 0; i < tries; i++) counts[draw()]! += 1
  return counts
}

describe('uniformSigmas', () => {
  test('is the distance of chi-square from its mean', () => {
    // Chi-square 4 of 1 degree of freedom: (4 − 1) / √2.
    expect(uniformSigmas([60, 40])).toBeCloseTo(3 / Math.SQRT2)
    expect(uniformSigmas([50, 50])).toBeCloseTo(-1 / Math.SQRT2)
  })

  test('takes even draws for uniform', () => {
    const random = drawing()
    const even = countsOf(100_000, () => Math.floor(random() * 256))

    expect(Math.abs(uniformSigmas(even))).toBeLessThan(5)
  })

  test('CUS-19: finds a byte that is never 0, and one whose last bit is set 52 times in 100', () => {
    const random = drawing()
    const never = countsOf(100_000, () => 1 + Math.floor(random() * 255))
    const odd = countsOf(100_000, () => 2 * Math.floor(random() * 128) + (random() < 0.52 ? 1 : 0))

    expect(uniformSigmas(never)).toBeGreaterThan(5)
    expect(uniformSigmas(odd)).toBeGreaterThan(5)
  })

  test('CUS-19: finds counts that are more even than chance makes them', () => {
    expect(uniformSigmas(new Array(256).fill(1_000))).toBeLessThan(-5)
  })
})

test('countSigmas is the distance in standard deviations of a binomial', () => {
  expect(countSigmas(60, { tries: 100, probability: 0.5 })).toBeCloseTo(2)
  expect(countSigmas(40, { tries: 100, probability: 0.5 })).toBeCloseTo(-2)
})

test('furthest is the largest on either side', () => {
  expect(furthest([1, -4, 3])).toBe(-4)
})

test('CUS-18: countRepeats finds the one that came before, wherever', () => {
  expect(countRepeats(BigUint64Array.of(5n, 2n, 9n))).toBe(0)
  expect(countRepeats(BigUint64Array.of(5n, 2n, 9n, 2n))).toBe(1)
})

test('trimSlowest cuts what is slow in both together, whichever it is of', () => {
  const [fast, slow] = trimSlowest([Float64Array.of(1, 2, 3), Float64Array.of(2, 3, 9)], 0.2)

  expect([...fast!]).toEqual([1, 2, 3])
  expect([...slow!]).toEqual([2, 3])
})

describe('welch', () => {
  test('is t of two samples of unlike variance', () => {
    // Means 2 and 4, variances 1 and 4, three each: 2 / √(5/3).
    const { t, difference } = welch([
      [1, 2, 3],
      [2, 4, 6],
    ])

    expect(difference).toBe(2)
    expect(t).toBeCloseTo(2 / Math.sqrt(5 / 3))
  })

  test('CUS-20: finds two nanoseconds in noise of a hundred, and none where there are none', () => {
    const random = drawing()
    const sample = (more: number) =>
      Float64Array.from({ length: 100_000 }, () => 1_000 + more + 100 * random())

    expect(welch([sample(0), sample(2)]).t).toBeGreaterThan(5)
    expect(Math.abs(welch([sample(0), sample(0)]).t)).toBeLessThan(5)
  })
})

describe('guesses', () => {
  const shared = (right: ArrayLike<unknown>, guess: ArrayLike<unknown>) =>
    Array.from(right).findIndex((one, at) => one !== guess[at])

  test('of a text share nothing, or all but the last character', () => {
    const right = textOf(43)

    expect(shared(right, guessText(right, false))).toBe(0)
    expect(shared(right, guessText(right, true))).toBe(42)
  })

  test('of bytes share nothing, or all but the last character they are sent as', () => {
    for (const length of [32, 64]) {
      const right = Buffer.alloc(length, textOf(length))
      const text = right.toString('base64url')

      expect(shared(text, guessBytes(right, false).toString('base64url'))).toBe(0)
      expect(shared(text, guessBytes(right, true).toString('base64url'))).toBe(text.length - 1)
    }
  })
})
