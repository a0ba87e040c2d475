import { describe, expect, test } from 'vitest'
import { makeOwedWallets } from './owed-wallets.js'
import type { OwedChain } from './screens.js'

/** Plays creations that fail or make what they were asked for; `leaveAfter` logs out during that wait. */
async function play(outcomes: ('fails' | 'works')[], chains: OwedChain[], leaveAfter = -1) {
  let missing: OwedChain[] = chains
  const waits: number[] = []
  const asked: OwedChain[][] = []
  await makeOwedWallets({
    owed: () => missing,
    async create(wanted) {
      asked.push([...wanted])
      if (outcomes.shift() !== 'works') throw new Error('no frame')
      missing = []
    },
    async wait(ms) {
      waits.push(ms)
      if (waits.length - 1 === leaveAfter) missing = []
    },
  })
  return { asked: asked.length, waits }
}

describe('makeOwedWallets', () => {
  test.each<[string, Parameters<typeof play>, { asked: number; waits: number[] }]>([
    ['nothing owed', [[], []], { asked: 0, waits: [] }],
    ['made at once', [['works'], ['ethereum', 'solana']], { asked: 1, waits: [] }],
    [
      'made at the third try',
      [['fails', 'fails', 'works'], ['solana']],
      { asked: 3, waits: [2_000, 8_000] },
    ],
    ['never made', [[], ['ethereum']], { asked: 4, waits: [2_000, 8_000, 30_000] }],
    ['logged out while waiting', [[], ['ethereum'], 0], { asked: 1, waits: [2_000] }],
  ])('%s', async (_, input, expected) => {
    expect(await play(...input)).toEqual(expected)
  })
})
