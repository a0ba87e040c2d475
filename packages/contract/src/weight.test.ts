import { fileURLToPath } from 'node:url'
import { bundle, bytesOf, importing, modulesOf } from '@sallyport/testing/bundle'
import { describe, expect, test } from 'vitest'

const index = fileURLToPath(new URL('./index.ts', import.meta.url))

/** What a page pays for importing `names`: minified and compressed bytes, and the files of this package in them. */
async function weigh(names: string): Promise<{ bytes: number; files: string[] }> {
  const { first } = await bundle(importing(names, index), index)
  return {
    bytes: bytesOf(first),
    files: modulesOf(first)
      .filter((id) => /\/contract\/src\/(?!index\.ts\.)/.test(id))
      .map((id) => id.replace(/.*\/contract\/src\//, '')),
  }
}

describe('weight in a page', () => {
  test.each([
    ['pageApi', 900],
    ['startApi', 300],
    ['frameEvents', 7_500],
    ['emailAddress', 4_500],
    ['ApiError, isApiError', 2_000],
    ['AnswerError, isApiError, isErrorCode', 900],
    ['headers, cookies, storageKeys', 500],
    ['phoneTextMaxLength', 200],
  ])('%s costs at most %i bytes', async (names, limit) => {
    const { bytes } = await weigh(names)

    expect(bytes).toBeLessThanOrEqual(limit)
  })

  test('the page loads no schema for the routes it calls', async () => {
    const { files } = await weigh('pageApi')

    expect(files.sort()).toEqual(['page-api.ts', 'page-heads.ts', 'start-api.ts'])
  })

  test('constants bring no schema', async () => {
    const { files } = await weigh('headers, catalogue, decodeBase58')

    expect(files.sort()).toEqual(['errors.ts', 'primitives/base58.ts', 'vendor.ts'])
  })
})
