import { fileURLToPath } from 'node:url'
import { bundle, bytesOf, importing, modulesOf } from '@sallyport/testing/bundle'
import { describe, expect, test } from 'vitest'

const index = fileURLToPath(new URL('./index.ts', import.meta.url))

/** What a page loads at first for importing `names`: minified and compressed bytes, and the packages in them. */
async function weigh(names: string): Promise<{ bytes: number; strayFiles: string[] }> {
  const { first } = await bundle(importing(names, index), index)
  return {
    bytes: bytesOf(first),
    strayFiles: modulesOf(first).filter((id) =>
      /node_modules\/(viem|ox|zod|@solana|@noble|@solana-program)\//.test(id),
    ),
  }
}

describe('weight in a page', () => {
  test.each([
    ['createClient, email, guest, session', 9_450],
    ['createClient, email, guest, session, user, analytics, wallet, ethereum, solana', 19_000],
  ])('%s costs at most %i bytes and nothing of a chain or a schema', async (names, limit) => {
    const { bytes, strayFiles } = await weigh(names)

    expect(bytes).toBeLessThanOrEqual(limit)
    expect(strayFiles).toEqual([])
  })
})
